import { targetOf, type Target } from '../servers/target.ts';
import { positive, readArguments } from '../report/options.ts';
import { attacks } from './attacks/index.ts';

export interface Options {
  only: readonly string[];
  /** Time for all attacks together; by default each takes the time that it needs. */
  seconds: number | undefined;
  write: string | undefined;
  /** A running server. */
  running: (Target & { pid: number }) | undefined;
}

/** Reads the command line; throws if it is invalid. */
export function readOptions(args: readonly string[]): Options {
  const names = attacks.map(({ name }) => name);
  const { only, write, url, ...values } = readArguments(args, { kind: 'attack', names, options: ['seconds', 'url', 'pid'] });
  const [seconds, pid] = [positive('seconds', values.seconds), positive('pid', values.pid)];
  if ((url === undefined) !== (pid === undefined)) throw new Error('Use --url and --pid together, for a running server');
  const running = url === undefined || pid === undefined ? undefined : { ...targetOf(url), pid };
  return { only, seconds, write, running };
}
