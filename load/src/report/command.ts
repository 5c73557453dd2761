import { firstLine } from '../process/first-line.ts';
import { Interrupted, unlessInterrupted } from '../process/interrupted.ts';
import { writeDocument } from './document.ts';

/** What a command found: the text that it prints, the part of it that is written to a page, and whether everything is right. */
export interface Outcome {
  table: string;
  summary?: string;
  isGood: boolean;
}

/** Runs a command, and ends the process with 0 if everything was right, 1 if not, and 2 if the command line is invalid. */
export async function command<Options extends { write: string | undefined }>(
  read: (args: readonly string[]) => Options,
  run: (options: Options) => Promise<Outcome>,
  marker?: string,
): Promise<never> {
  // Each server and child process has a listener that kills it at exit.
  process.setMaxListeners(200);
  const options = readOrExit(read);
  try {
    const { table, summary, isGood } = await unlessInterrupted(run(options));
    console.log(`\n${table}`);
    if (options.write !== undefined) await writeDocument(options.write, table, marker);
    if (summary !== undefined) console.log(`\n${summary}`);
    process.exit(isGood ? 0 : 1);
  } catch (error) {
    console.error(error instanceof Interrupted ? error.message : error);
    process.exit(error instanceof Interrupted ? error.exitCode : 1);
  }
}

function readOrExit<Options>(read: (args: readonly string[]) => Options): Options {
  try {
    return read(process.argv.slice(2));
  } catch (error) {
    console.error(firstLine(error));
    process.exit(2);
  }
}
