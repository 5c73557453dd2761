import { parseArgs } from 'node:util';
import { hashOf } from '../servers/build.ts';

const text = { type: 'string' } as const;
const all = { only: { type: 'string', multiple: true }, quick: { type: 'boolean' }, against: text, minutes: text } as const;

/** What `--only` names, and the other options. */
const commands = {
  bench: { kind: 'section', takes: ['quick', 'against'] },
  siege: { kind: 'attack', takes: [] },
  soak: { kind: 'scenario', takes: ['minutes'] },
} as const;

export type CommandName = keyof typeof commands;

export interface Options<Name extends string = string> {
  /** Without `--only`, everything. */
  only: readonly Name[];
  quick: boolean;
  /** The hash of a commit to compare with. */
  against: string | undefined;
  /** How long the scenarios that only take time last. */
  minutes: number;
}

/** Reads the command line of a command that runs what has these names; throws if it is invalid. */
export function readOptions<Name extends string>(
  command: CommandName,
  names: readonly Name[],
  args: readonly string[],
): Options<Name> {
  const { kind, takes } = commands[command];
  const options = Object.fromEntries((['only', ...takes] as const).map((name) => [name, all[name]])) as typeof all;
  const { values } = parseArgs({ args: [...args], options });
  const { quick = false, against, minutes = '30' } = values;
  const only = values.only?.flatMap((some) => some.split(',')) ?? names;
  const unknown = only.find((name) => !(names as readonly string[]).includes(name));
  if (unknown !== undefined) throw new Error(`Unknown ${kind} "${unknown}"; the ${kind}s are: ${names.join(', ')}`);
  if (!(Number(minutes) > 0)) throw new Error('--minutes must be a positive number');
  return {
    only: only as readonly Name[],
    quick,
    against: against === undefined ? undefined : hashOf(against),
    minutes: Number(minutes),
  };
}
