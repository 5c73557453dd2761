import { randomInt } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { parseArgs } from 'node:util';
import type { Target } from '../clients/exchange.ts';
import { hashOf } from '../servers/build.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const all = {
  only: { type: 'string', multiple: true },
  write: text,
  quick: flag,
  against: text,
  seconds: text,
  url: text,
  pid: text,
  minutes: text,
  seed: text,
  pool: flag,
} as const;

/** What `--only` names, and the options besides `--only` and `--write`. */
const commands: Record<CommandName, { kind: string; takes: readonly (keyof typeof all)[] }> = {
  bench: { kind: 'section', takes: ['quick', 'against'] },
  siege: { kind: 'attack', takes: ['seconds', 'url', 'pid'] },
  soak: { kind: 'scenario', takes: ['minutes', 'seed', 'pool'] },
};

export type CommandName = 'bench' | 'siege' | 'soak';

export interface Options<Name extends string = string> {
  /** Without `--only`, everything. */
  only: readonly Name[];
  /** A file for the table, besides standard output, relative to the root of the repository. */
  write: string | undefined;
  quick: boolean;
  /** The hash of a commit to compare with. */
  against: string | undefined;
  /** Time for all attacks together; by default each takes the time that it needs. */
  seconds: number | undefined;
  /** A running server to attack. */
  running: (Target & { pid: number }) | undefined;
  /** How long the scenarios that only take time last. */
  minutes: number;
  /** What clients choose to do follows from it. */
  seed: number;
  /** Whether servers reach PostgreSQL through PgBouncer. */
  isPooled: boolean;
}

/** Reads the command line of a command that runs what has these names; throws if it is invalid. */
export function readOptions<Name extends string>(
  command: CommandName,
  names: readonly Name[],
  args: readonly string[],
): Options<Name> {
  const { kind, takes } = commands[command];
  const { values } = parseArgs({ args: [...args], options: all });
  const foreign = (Object.keys(values) as (keyof typeof all)[]).find((name) => !['only', 'write', ...takes].includes(name));
  if (foreign !== undefined) throw new Error(`--${foreign} is no option of this command`);
  const { write, quick = false, against, url, pool: isPooled = false } = values;
  const only = values.only?.flatMap((some) => some.split(',')) ?? names;
  const unknown = only.find((name) => !(names as readonly string[]).includes(name));
  if (unknown !== undefined) throw new Error(`Unknown ${kind} "${unknown}"; the ${kind}s are: ${names.join(', ')}`);
  if (write !== undefined && against !== undefined) throw new Error('--write is for the table with goals, without --against');
  const pid = positive('pid', values.pid);
  if ((url === undefined) !== (pid === undefined)) throw new Error('Use --url and --pid together, for a running server');
  return {
    only: only as readonly Name[],
    write,
    quick,
    against: against === undefined ? undefined : hashOf(against),
    seconds: positive('seconds', values.seconds),
    running: url === undefined || pid === undefined ? undefined : { ...targetOf(url), pid },
    minutes: positive('minutes', values.minutes, /^\d+(\.\d+)?$/) ?? 30,
    seed: positive('seed', values.seed) ?? randomInt(1, 1_000_000_000),
    isPooled,
  };
}

/** The positive number of an option; `pattern` is what it has to look like. */
function positive(option: string, value: string | undefined, pattern = /^[1-9]\d{0,9}$/): number | undefined {
  if (value === undefined) return undefined;
  if (!pattern.test(value) || Number(value) === 0) throw new Error(`--${option} must be a positive number`);
  return Number(value);
}

/** Parses the URL of a server on this machine; attacks on others are refused. */
function targetOf(url: string): Target {
  const refusal = new Error(`Only http://127.… can be attacked, not ${url}`);
  if (!URL.canParse(url)) throw refusal;
  const { protocol, hostname, port } = new URL(url);
  const host = hostname === 'localhost' ? '127.0.0.1' : hostname;
  if (protocol !== 'http:' || !isIPv4(host) || !host.startsWith('127.')) throw refusal;
  return { url: `http://${host}:${port || 80}`, host, port: Number(port || 80) };
}
