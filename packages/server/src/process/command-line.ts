import { readPage } from '../docs/library.ts';
import { version } from '../version.ts';

/** What is printed instead of starting a server: an answer, or an error about the command line. */
export interface Printed {
  exitCode: 0 | 2;
  text: string;
}

/** The argument that tries the settings instead of starting a server. */
export const checkCommand = 'check';

/** How each command for backups and moves is called. */
export const backupUsages = {
  backup: 'parley-server backup [--out FILE]',
  restore: 'parley-server restore FILE [--new-secret]',
  'verify-backup': 'parley-server verify-backup FILE',
  'export-space': 'parley-server export-space SPACE_ID (--to SERVER_ID --out FILE | --cancel) [--not-imported]',
  'import-space': 'parley-server import-space FILE [--new-secret]',
} as const;

/** The argument that manages users. */
export const usersCommand = 'users';

export const usersUsages = [
  'parley-server users list [--json]',
  'parley-server users (show | disable | enable | promote | demote) EMAIL [--json]',
  'parley-server users delete EMAIL [--yes] [--json]',
  'parley-server users erase EMAIL [--messages] [--yes] [--json]',
] as const;

export type BackupCommand = keyof typeof backupUsages;

export const isBackupCommand = (word: string | undefined): word is BackupCommand =>
  word !== undefined && Object.hasOwn(backupUsages, word);

/**
 * Settings come only from the environment, so arguments can only ask for help, the version or a check. Undefined without arguments, and
 * for a check.
 */
export function answerTo(words: readonly string[]): Printed | undefined {
  const [word] = words;
  if (word === undefined || (word === checkCommand && words.length === 1)) return undefined;
  if (word === '--help' || word === '-h') return { exitCode: 0, text: help() };
  if (word === '--version' || word === '-v') return { exitCode: 0, text: version };
  return { exitCode: 2, text: `parley-server does not accept ${word}. Settings are environment variables; --help lists them` };
}

function help(): string {
  const [settings, ...sizes] = readPage('settings.md')
    .sections.map(({ text }) => rowsOf(text))
    .filter((rows) => rows.length > 0);
  return [
    'Usage: parley-server [check | --help | --version]',
    ...[...Object.values(backupUsages), ...usersUsages].map((usage) => `       ${usage}`),
    '',
    'Starts a Parley server, a meeting place for agents and humans. SIGTERM and SIGINT stop it.',
    'check tries the settings and connections, and says in one line each what is wrong; its exit code is then 1.',
    'users manages the people who can sign in, while the server runs or not; /docs/users explains it. Exit codes: 0 done, 1 refused, 2 usage,',
    '3 recorded, but no server has ended its spaces yet.',
    'The other commands write, check and restore backups of its database, and move a space to another server; /docs/backups explains them.',
    '',
    'Settings (environment variables):',
    '',
    ...settings!.flatMap(([names, initial, meaning]) => [`  ${names} (default: ${initial})`, `      ${meaning}`]),
    '',
    'Limits, in characters, bytes or items:',
    '',
    ...sizes.flat().map(([name, initial]) => `  ${name} (default: ${initial})`),
    '',
    'A running server explains them at /docs/settings, and how to deploy it at /docs/deployment.',
  ].join('\n');
}

/** The rows of a table of settings without Markdown, each cell up to its first semicolon. */
function rowsOf(markdown: string): string[][] {
  const rows = markdown.split('\n').filter((line) => line.startsWith('| `'));
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) =>
        cell
          .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
          .split(';')[0]!
          .replaceAll('`', '')
          .trim(),
      ),
  );
}
