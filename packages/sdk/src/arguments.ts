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
  count: ['a non-negative integer', (value) => value === Infinity || (isInteger(value) && (value as number) >= 0)],
  positive: ['a positive integer', (value) => value === Infinity || (isInteger(value) && (value as number) > 0)],
  ms: ['a non-negative number of milliseconds', isMs],
  longPoll: ['a number of milliseconds from 0 to 25,000', (value) => isMs(value) && value <= 25_000],
  object: ['an object', isObject],
  array: ['an array', Array.isArray],
  function: ['a function', isFunction],
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
