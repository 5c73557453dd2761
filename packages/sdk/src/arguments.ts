const isString = (value: unknown): value is string => typeof value === 'string';
const isInteger = (value: unknown): boolean => Number.isInteger(value);
const isFunction = (value: unknown): boolean => typeof value === 'function';
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);
const isMs = (value: unknown): value is number => typeof value === 'number' && value >= 0;

const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
const headerValue = /^[\t -~\u0080-\u00ff]*$/;

/** The kinds of argument: the words for an error message, and the check of a value. */
const kinds = {
  any: ['given', (value) => value !== undefined],
  string: ['a string', isString],
  name: ['a string that is not empty', (value) => isString(value) && value !== ''],
  names: [
    'an id, a name or an array of them',
    (value) => [value].flat().every((each) => isString(each) && each !== '') && [value].flat().length > 0,
  ],
  // A URL would resolve `.` and `..` as relative path segments.
  id: ['an id', (value) => isString(value) && !/^\.{0,2}$/.test(value)],
  secret: ['a string of printable ASCII characters', (value) => isString(value) && /^[ -~]+$/.test(value.trim())],
  boolean: ['a boolean', (value) => typeof value === 'boolean'],
  integer: ['an integer', isInteger],
  nullableInteger: ['an integer or null', (value) => value === null || isInteger(value)],
  count: ['a non-negative integer', (value) => value === Infinity || (isInteger(value) && (value as number) >= 0)],
  positive: ['a positive integer', (value) => value === Infinity || (isInteger(value) && (value as number) > 0)],
  ms: ['a non-negative number of milliseconds', isMs],
  longPoll: ['a number of milliseconds from 0 to 25,000', (value) => isMs(value) && value <= 25_000],
  object: ['an object', isObject],
  array: ['an array', Array.isArray],
  function: ['a function', isFunction],
  change: ['a function or an object', (value) => isFunction(value) || isObject(value)],
  instant: [
    'a valid Date or date-time string',
    (value) => (value instanceof Date || isString(value)) && !Number.isNaN(new Date(value).getTime()),
  ],
  place: ["a sequence or 'now'", (value) => value === 'now' || (isInteger(value) && (value as number) >= 0)],
  transport: ["'stream' or 'poll'", (value) => value === 'stream' || value === 'poll'],
  signal: ['an AbortSignal', (value) => isObject(value) && 'aborted' in value && 'addEventListener' in value],
  logger: ['an object with the methods debug and warn', (value) => isObject(value) && 'debug' in value && 'warn' in value],
  headers: [
    'an object of header names and values',
    (value) =>
      isObject(value) &&
      Object.entries(value).every(([name, text]) => headerName.test(name) && isString(text) && headerValue.test(text)),
  ],
} satisfies Record<string, [words: string, fits: (value: unknown) => boolean]>;

/** Arguments by name; a question mark marks an optional one. */
export type Shape = Readonly<Record<string, keyof typeof kinds | `${keyof typeof kinds}?`>>;

/**
 * Throws a `TypeError` that names the first argument that is missing or wrong, before anything is sent.
 * @param values - Never shown: one of them may be a key.
 */
export function assertArguments(shape: Shape, values: object = {}, what = 'options'): void {
  if (!isObject(values)) throw new TypeError(`${what} must be an object`);
  for (const [name, kind] of Object.entries(shape)) {
    const value = (values as Record<string, unknown>)[name];
    const isOptional = kind.endsWith('?');
    if (value === undefined && isOptional) continue;
    const [words, fits] = kinds[kind.replace('?', '') as keyof typeof kinds];
    if (value === undefined) throw new TypeError(`${name} is required`);
    if (!fits(value)) throw new TypeError(`${name} must be ${words}`);
  }
}

/**
 * The same for options, of which unknown ones are refused too: they are likely to be misspelt. An instance of a class can have
 * fields of its own.
 * @param more - Names that are not options here, but what the caller can have meant.
 */
export function assertOptions(shape: Shape, values: object = {}, what = 'options', more: readonly string[] = []): void {
  // The fields of a text that was spread are numbers.
  if (isObject(values) && Object.getPrototypeOf(Object.getPrototypeOf(values)) === null) {
    const known = Object.keys(shape);
    const unknown = Object.entries(values).find(
      ([name, value]) => value !== undefined && !known.includes(name) && /^\D/.test(name),
    );
    if (unknown) throw new TypeError(`${what} cannot have "${unknown[0]}"; ${suggestion(unknown[0], [...known, ...more])}`);
  }
  assertArguments(shape, values, what);
}

function suggestion(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return near === undefined ? `known are ${known.join(', ')}` : `did you mean "${near}"?`;
}

/** Throws a `TypeError` for an operation that does not exist. */
export function assertOperation(name: unknown, operations: object): void {
  if (isString(name) && Object.hasOwn(operations, name)) return;
  if (!isString(name)) throw new TypeError('name must be the name of an operation');
  const near = nearest(name, Object.keys(operations));
  throw new TypeError(`there is no operation "${name}"${near === undefined ? '' : `; did you mean "${near}"?`}`);
}

/** The name that differs least, if few letters differ. */
function nearest(name: string, known: readonly string[]): string | undefined {
  const [[best, steps]] = known
    .map((each) => [each, distance(name.toLowerCase(), each.toLowerCase())] as const)
    .toSorted((a, b) => a[1] - b[1]) as [readonly [string, number]];
  return steps * 2 <= name.length ? best : undefined;
}

/** How many characters are to be inserted, removed or replaced. */
function distance(from: string, to: string): number {
  let row = Array.from(`${to} `, (_, i) => i);
  for (const letter of from) {
    const above = row;
    row = [above[0]! + 1];
    for (let i = 0; i < to.length; i += 1)
      row.push(Math.min(above[i]! + Number(letter !== to[i]), above[i + 1]! + 1, row[i]! + 1));
  }
  return row.at(-1)!;
}

/** The options that every call accepts. */
export const callOptions: Shape = {
  signal: 'signal?',
  timeoutMs: 'ms?',
  maxRetries: 'count?',
  headers: 'headers?',
  idempotencyKey: 'secret?',
};

/** A point in time in the format of the service. An invalid value is returned unchanged, so that the argument check refuses it. */
export function dateTimeOf(instant: Date | string | undefined): string | undefined {
  if (instant === undefined) return undefined;
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? String(instant) : date.toISOString();
}
