import { parseArgs } from 'node:util';

/** What a caller of the command wants. */
export interface Wanted {
  url: string;
  specOnly: boolean;
  only?: string;
  json?: string;
  approve?: string;
  parallel: number;
  patienceSeconds: number;
}

export const usage = `Usage: conformance URL [options]

Holds the server at URL to what Parley promises, and tells which promises it keeps.

  --spec-only       only what the interface specification says, without Parley's additions
  --only TEXT       only checks whose full name contains TEXT
  --json FILE       writes every result to FILE
  --parallel N      runs N chapters at a time (default 4)
  --patience S      waits at most S seconds for a lock or a link request to expire (default 30)
  --approve COMMAND approves a link request: gets the address that a human would open as its argument
  --help

PARLEY_CONFORMANCE_SESSIONS holds dashboard sessions (JWTs) of two or three humans, parted by commas.
Without them, what needs a human is skipped.

Ends with 0 when all promises are kept, 1 when one is broken, 2 when it was called wrongly or nobody answers.`;

/** The command was called wrongly. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

/** Reads the words of the command line; nothing when help was asked for. */
export function readArguments(words: string[]): Wanted | undefined {
  const { values, positionals } = parsed(words);
  if (values.help) return undefined;
  const [url, ...more] = positionals;
  if (url === undefined || more.length > 0 || !/^https?:$/.test(protocolOf(url)))
    throw new WrongUsage('Name one http or https URL');
  return {
    url: url.replace(/\/+$/, ''),
    specOnly: values['spec-only'],
    parallel: countIn('parallel', values.parallel),
    patienceSeconds: countIn('patience', values.patience),
    ...(values.only !== undefined && { only: values.only }),
    ...(values.json !== undefined && { json: values.json }),
    ...(values.approve !== undefined && { approve: values.approve }),
  };
}

function parsed(words: string[]) {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        'spec-only': { type: 'boolean', default: false },
        only: { type: 'string' },
        json: { type: 'string' },
        approve: { type: 'string' },
        parallel: { type: 'string', default: '4' },
        patience: { type: 'string', default: '30' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new WrongUsage((error as Error).message);
  }
}

const protocolOf = (url: string): string => (URL.canParse(url) ? new URL(url).protocol : '');

function countIn(name: string, value: string): number {
  if (!/^[1-9]\d{0,4}$/.test(value)) throw new WrongUsage(`--${name} wants a number from 1`);
  return Number(value);
}
