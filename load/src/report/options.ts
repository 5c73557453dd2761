import { parseArgs } from 'node:util';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const all = {
  only: { type: 'string', multiple: true },
  /** A file for the table, besides standard output, relative to the root of the repository. */
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

interface Known<Name extends string> {
  /** What `--only` names. */
  kind: string;
  names: readonly Name[];
  /** The options besides `--only` and `--write`. */
  options: readonly (keyof typeof all)[];
}

/** Reads a command line; throws if it is invalid. Without `--only`, everything is chosen. */
export function readArguments<Name extends string>(args: readonly string[], { kind, names, options }: Known<Name>) {
  const { values } = parseArgs({ args: [...args], options: all });
  const foreign = (Object.keys(values) as (keyof typeof all)[]).find((name) => !['only', 'write', ...options].includes(name));
  if (foreign !== undefined) throw new Error(`--${foreign} is no option of this command`);
  const chosen = values.only?.flatMap((some) => some.split(',')) ?? names;
  const unknown = chosen.find((name) => !(names as readonly string[]).includes(name));
  if (unknown !== undefined) throw new Error(`Unknown ${kind} "${unknown}"; the ${kind}s are: ${names.join(', ')}`);
  return { ...values, only: chosen as readonly Name[], write: values.write };
}

/** The positive number of an option; `pattern` is what it has to look like. */
export function positive(option: string, value: string | undefined, pattern = /^[1-9]\d{0,8}$/): number | undefined {
  if (value === undefined) return undefined;
  if (!pattern.test(value) || Number(value) === 0) throw new Error(`--${option} must be a positive number`);
  return Number(value);
}
