import { parseArgs } from 'node:util';

/** The options of the command. */
export interface Wanted {
  url: string;
  specOnly: boolean;
  only?: readonly string[];
  json?: string;
  approve?: string;
  parallel: number;
  patienceSeconds: number;
}

export const usage = `Usage: conformance URL [options]

Checks whether the server at URL keeps the promises of Parley.

  --spec-only       checks only the interface specification, without Parley's additions
  --only TEXT       runs only checks whose full name contains TEXT; can be repeated
  --json FILE       writes every result to FILE
  --parallel N      runs N chapters at a time (default 4)
  --patience S      waits at most S seconds for a lock or a link request to expire (default 30)
  --approve COMMAND approves a link request; its argument is the URL that a human would open
  --help

PARLEY_CONFORMANCE_SESSIONS contains dashboard sessions (JWTs) of two or three humans, separated by commas.
Without them, checks that need a human are skipped.

Exit code: 0 if all promises are kept, 1 if one is broken, 2 for wrong usage, or if the server does not answer or limits one address too much.`;

/** The command line is invalid. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

/** Reads the command line; undefined if it requests help. */
export function readArguments(words: string[]): Wanted | undefined {
  const { values, positionals } = parsed(words);
  if (values.help) return undefined;
  const [url, ...more] = positionals;
  if (url === undefined || more.length > 0 || !/^https?:$/.test(protocolOf(url)))
    throw new WrongUsage('Give exactly one http or https URL');
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
        only: { type: 'string', multiple: true },
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
  if (!/^[1-9]\d{0,4}$/.test(value)) throw new WrongUsage(`--${name} must be a whole number of at least 1`);
  return Number(value);
}
