import type { Command } from 'commander';
import { whole, within } from '../../duration.ts';

export const which = 'name, id or start of an id';
export const number = within(1, 1e9, whole, 'the number of a version, from 1');
export const from = ['-f, --from <file>', 'read the content from a file; - is standard input'] as const;

/** The options of a command that changes an artifact. */
export const changeOptions = (command: Command): Command =>
  command
    .option('--append', 'add the text at the end, instead of replacing all')
    .option(
      '--section <heading>',
      'replace only what is below this heading, or with --append add to it; a path such as "Plan > Risks"',
    )
    .option('--note <text>', 'why, for the log')
    .option(
      '--base <version>',
      'the version that the text is based on (default: the one that FILE was downloaded or written as)',
      number,
    );
