import { parseArgs } from 'node:util';
import { targetOf, type Target } from './target.ts';

export interface Options {
  only: readonly string[];
  /** Time for all attacks together; by default each takes the time that it needs. */
  seconds: number | undefined;
  /** A file for the table, besides standard output, relative to the root of the repository. */
  write: string | undefined;
  /** A running server. */
  running: (Target & { pid: number }) | undefined;
}

/** Reads the command line; throws if it is invalid. */
export function readOptions(args: readonly string[], names: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', multiple: true },
      seconds: { type: 'string' },
      write: { type: 'string' },
      url: { type: 'string' },
      pid: { type: 'string' },
    },
  });
  const only = values.only?.flatMap((some) => some.split(',')) ?? names;
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`Unknown attack "${unknown}"; the attacks are: ${names.join(', ')}`);
  const { url } = values;
  const [seconds, pid] = [positive('seconds', values.seconds), positive('pid', values.pid)];
  if ((url === undefined) !== (pid === undefined)) throw new Error('Use --url and --pid together, for a running server');
  const running = url === undefined || pid === undefined ? undefined : { ...targetOf(url), pid };
  return { only, seconds, write: values.write, running };
}

function positive(option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new Error(`--${option} must be a positive whole number`);
  return Number(value);
}
