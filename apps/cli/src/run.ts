import type { Command } from 'commander';
import { typedLine } from './completion/line.ts';
import { Context } from './context.ts';
import { exitCodes, Failure } from './failure.ts';
import { interruption, listenForInterruption } from './interruption.ts';
import { buildProgram } from './program.ts';
import { reportOf } from './report.ts';
import { colours } from './terminal/colours.ts';
import { harmlessJson } from './terminal/harmless.ts';
import { inLocalTime } from './local-time.ts';
import { stopSpinner } from './terminal/spinner.ts';
import { afterWriting, notes, onStreamError, write } from './terminal/streams.ts';
import { harmless } from './watch/harmless.ts';

/** Runs one command and ends the process with its exit code. */
export async function run(argv: readonly string[], version: string): Promise<void> {
  // A reader that closes the pipe early, such as `head`, is not an error.
  onStreamError((error) => process.exit(error.code === 'EPIPE' ? exitCodes.ok : exitCodes.error));
  listenForInterruption();
  const program = buildProgram(version);
  try {
    if (argv.length > 2) await program.parseAsync(argv);
    else await overview(program);
    if (interruption.signal.aborted) process.exitCode = interruption.exitCode;
  } catch (error) {
    process.exitCode = report(error, program, argv);
  }
  // Connections that are kept alive would keep the process; all output must be flushed first.
  afterWriting(() => process.exit());
}

/** Help, and where the user is. */
async function overview(program: Command): Promise<void> {
  const current = await new Context({}).spaces.current();
  if (current) program.addHelpText('after', `\nThe current space is ${harmless(current.alias)}. \`parley chat\` opens it.`);
  program.outputHelp();
}

function report(error: unknown, program: Command, argv: readonly string[]): number {
  stopSpinner();
  const { code, exitCode: asked } = error as { code?: string; exitCode?: number };
  if (code === 'commander.help' || code === 'commander.helpDisplayed' || code === 'commander.version') {
    return asked === 0 ? exitCodes.ok : exitCodes.usage;
  }
  if (interruption.signal.aborted && !(error instanceof Failure)) return interruption.exitCode;
  const { exitCode, ...details } = reportOf(error, pathOf(typedLine(program, [...argv.slice(2), '']).command));
  const { red, dim } = colours(notes);
  const hint = details.hint ? dim(` (${harmless(details.hint)})`) : '';
  write(
    'notes',
    argv.includes('--json') ? `${harmlessJson(details)}\n` : `${red('parley:')} ${harmless(inLocalTime(details.error))}${hint}\n`,
  );
  return exitCode;
}

/** The words that call a command: `parley space create`. What `help` does not find is in the help of all. */
const pathOf = (command: Command): string =>
  [command.parent && pathOf(command.parent), command.name()].filter((word) => word && word !== 'help').join(' ');
