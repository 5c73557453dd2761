import type { Outcome } from './command.ts';
import { draw } from './table.ts';

/** What can be run by its name. */
export interface Named {
  name: string;
  /** One sentence. */
  does: string;
  /** Why it cannot be run here. */
  missing?: (() => string | undefined) | undefined;
}

export interface Found {
  /** What is wrong; empty if everything held. */
  faults: string[];
  /** What was measured, for the columns of the table. */
  cells: readonly string[];
}

/** What came of one of them. */
export interface Result extends Found {
  name: string;
  does: string;
  skipped: string | undefined;
}

/** Runs one after the other; one that fails to run has not held. */
export async function runEach<Scenario extends Named>(
  scenarios: readonly Scenario[],
  run: (scenario: Scenario) => Promise<Found>,
): Promise<Result[]> {
  const results: Result[] = [];
  const failed = ({ message }: Error): Found => ({ faults: [`it failed to run: ${message}`], cells: [] });
  for (const scenario of scenarios) {
    const start = performance.now();
    const skipped = scenario.missing?.();
    const found = skipped === undefined ? await run(scenario).catch(failed) : { faults: [], cells: [] };
    const result = { name: scenario.name, does: scenario.does, skipped, ...found };
    results.push(result);
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    console.error(`${result.name}: ${[verdictOf(result), `${seconds} s`, ...found.cells].join('; ')}`);
  }
  return results;
}

/** A table with a row for each result, and a description of each below. */
export function outcomeOf(columns: readonly string[], results: readonly Result[], on: string): Outcome {
  const rows = results.map((result) => {
    const cells = [verdictOf(result), ...columns.slice(2).map((_, i) => result.cells[i] ?? '')];
    return [result.name, ...cells.map((cell) => cell.replaceAll('|', '/'))];
  });
  const broken = results.filter(({ faults }) => faults.length > 0).length;
  const skipped = results.filter((result) => result.skipped !== undefined).length;
  return {
    table: [draw(columns, rows), '', ...results.map(({ name, does }) => `- \`${name}\`: ${does}`)].join('\n'),
    on,
    summary: `${results.length - broken - skipped} held, ${broken} did not, ${skipped} skipped`,
    isGood: broken === 0,
  };
}

const verdictOf = ({ skipped, faults }: Result): string =>
  skipped === undefined ? faults.join('; ') || 'held' : `skipped: ${skipped}`;
