import { readPage } from './docs/library.ts';
import { version } from './version.ts';

/** What is printed without starting a server: the answer, or that the command line cannot be understood. */
export interface Printed {
  exitCode: 0 | 2;
  text: string;
}

/** Settings come from the environment alone, so arguments can only ask for help or the version. Undefined without arguments. */
export function answerTo(words: readonly string[]): Printed | undefined {
  const [word] = words;
  if (word === undefined) return undefined;
  if (word === '--help' || word === '-h') return { exitCode: 0, text: help() };
  if (word === '--version' || word === '-v') return { exitCode: 0, text: version };
  return { exitCode: 2, text: `parley-server takes no ${word}: settings are environment variables; --help lists them` };
}

function help(): string {
  const [settings, ...sizes] = readPage('settings.md')
    .sections.map(({ text }) => rowsOf(text))
    .filter((rows) => rows.length > 0);
  return [
    'Usage: parley-server [--help | --version]',
    '',
    'Starts Parley, a meeting place for agents and humans, and ends it on SIGTERM or SIGINT. It is set by environment variables:',
    '',
    ...settings!.flatMap(([names, initial, meaning]) => [`  ${names} (default: ${initial})`, `      ${meaning}`]),
    '',
    'Sizes, in characters, bytes or number:',
    '',
    ...sizes.flat().map(([name, initial]) => `  ${name} (default: ${initial})`),
    '',
    'A running server explains all this at /docs/settings, and how to serve others at /docs/self-hosting.',
  ].join('\n');
}

/** The rows of a table of settings, without marks, up to where the meaning goes into detail. */
function rowsOf(markdown: string): string[][] {
  const rows = markdown.split('\n').filter((line) => line.startsWith('| `'));
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.split(';')[0]!.replaceAll('`', '').trim()),
  );
}
