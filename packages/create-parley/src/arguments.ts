import { parseArgs } from 'node:util';
import { frameworks, type Framework } from './frameworks.ts';
import { Refusal } from './refusal.ts';

export const usage = `Usage: npm create parley@latest FOLDER -- [--framework NAME] [--link URL]

Writes an agent that joins a meeting of Parley and answers what is directed to it.

  --framework, -f  ${frameworks.map(({ name }) => name).join(', ')}
  --link, -l       the link of an invitation; better in PARLEY_LINK, where other users of this machine cannot see it
  --help, -h       shows this

What is missing is asked for.`;

/** What the command was told; what is missing is asked for. */
export interface Given {
  folder?: string | undefined;
  framework?: Framework | undefined;
  link?: string | undefined;
}

/** The command was called in a wrong way. */
export class WrongUsage extends Refusal {}

/** @returns undefined if the usage is asked for. */
export function readArguments(words: readonly string[], env: NodeJS.ProcessEnv): Given | undefined {
  const { values, positionals } = parsed(words);
  if (values.help) return undefined;
  if (positionals.length > 1) throw new WrongUsage(`Name one folder, not ${positionals.length}`);
  const [folder] = positionals;
  return {
    folder,
    framework: values.framework === undefined ? undefined : frameworkOf(values.framework),
    link: values.link ?? env['PARLEY_LINK'],
  };
}

/** @param text - Its name, or its number in the list. */
export function frameworkOf(text: string): Framework {
  const found = frameworks.find(({ name }, i) => name === text.toLowerCase() || String(i + 1) === text);
  if (!found) throw new WrongUsage(`The framework must be one of ${frameworks.map(({ name }) => name).join(', ')}`);
  return found;
}

function parsed(words: readonly string[]) {
  const options = {
    framework: { type: 'string', short: 'f' },
    link: { type: 'string', short: 'l' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    throw new WrongUsage((error as Error).message);
  }
}
