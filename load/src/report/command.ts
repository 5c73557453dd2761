import { availableParallelism, cpus, platform, release } from 'node:os';
import { firstLine } from '../process/first-line.ts';
import { Interrupted, unlessInterrupted } from '../process/interrupted.ts';
import { readOptions, type CommandName, type Options } from './options.ts';

/** What a command found. */
export interface Outcome {
  table: string;
  /** The database that was measured, and more about how. */
  on: string;
  summary?: string;
  isGood: boolean;
}

/** Runs a command, and ends the process with 0 if everything was right, 1 if not, and 2 if the command line is invalid. */
export async function command<Name extends string>(
  name: CommandName,
  names: readonly Name[],
  run: (options: Options<Name>) => Promise<Outcome>,
): Promise<never> {
  // Each server and child process has a listener that kills it at exit.
  process.setMaxListeners(200);
  let options: Options<Name>;
  try {
    options = readOptions(name, names, process.argv.slice(2));
  } catch (error) {
    console.error(firstLine(error));
    process.exit(2);
  }
  try {
    const { table, on, summary, isGood } = await unlessInterrupted(run(options));
    console.log(`\n${table}\n\n${machine(on)}`);
    if (summary !== undefined) console.log(`\n${summary}`);
    process.exit(isGood ? 0 : 1);
  } catch (error) {
    console.error(error instanceof Interrupted ? error.message : error);
    process.exit(error instanceof Interrupted ? error.exitCode : 1);
  }
}

/** The machine and time of the measurement. */
const machine = (on: string): string =>
  [
    `${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${availableParallelism()} cores`,
    `${platform()} ${release()}`,
    `Node ${process.version}`,
    on,
    new Date().toISOString().slice(0, 10),
  ].join(' · ');
