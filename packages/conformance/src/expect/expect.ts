import { difference, pattern, show, type Pattern } from './difference.ts';

/** A broken promise. */
export class Broken extends Error {
  override readonly name = 'Broken';
}

interface Matchers {
  toBe(expected: unknown): void;
  toEqual(expected: unknown): void;
  toMatchObject(expected: object): void;
  toMatch(expected: RegExp): void;
  toContain(expected: unknown): void;
  toContainEqual(expected: unknown): void;
  toHaveLength(expected: number): void;
  /** An own or inherited field; a dot in the name is not a path. */
  toHaveProperty(name: string, value?: unknown): void;
  toBeDefined(): void;
  toBeUndefined(): void;
  toBeNull(): void;
  toBeGreaterThan(expected: number): void;
  toBeGreaterThanOrEqual(expected: number): void;
  toBeLessThan(expected: number): void;
  toBeLessThanOrEqual(expected: number): void;
}

/** What is wrong with a value; undefined if it matches. */
type Matcher = (actual: unknown, ...expected: any[]) => string | undefined;

const otherwise = (holds: boolean, wrong: () => string): string | undefined => (holds ? undefined : wrong());
const compared =
  (words: string, holds: (actual: number, expected: number) => boolean): Matcher =>
  (actual, expected: number) =>
    otherwise(typeof actual === 'number' && holds(actual, expected), () => `${show(actual)} is not ${words} ${expected}`);

const matchers: Record<keyof Matchers, Matcher> = {
  toBe: (actual, expected) => otherwise(Object.is(actual, expected), () => `it is ${show(actual)} and not ${show(expected)}`),
  toEqual: (actual, expected) => difference(actual, expected),
  toMatchObject: (actual, expected) => difference(actual, expected, true),
  toMatch: (actual, expected: RegExp) =>
    otherwise(typeof actual === 'string' && expected.test(actual), () => `${show(actual)} does not match ${expected}`),
  toContain: (actual, expected) => otherwise(holds(actual, expected), () => `${show(actual)} does not contain ${show(expected)}`),
  toContainEqual: (actual, expected) =>
    otherwise(
      Array.isArray(actual) && actual.some((each) => difference(each, expected) === undefined),
      () => `${show(actual)} does not contain ${show(expected)}`,
    ),
  toHaveLength: (actual, expected: number) =>
    otherwise(
      lengthOf(actual) === expected,
      () => `it has ${show(lengthOf(actual))} and not ${expected} elements: ${show(actual)}`,
    ),
  toHaveProperty: (actual, name: string, ...value) => {
    const has = typeof actual === 'object' && actual !== null && name in actual;
    if (!has) return `${show(actual)} has no ${name}`;
    return value.length === 0 ? undefined : difference((actual as Record<string, unknown>)[name], value[0], false, name);
  },
  toBeDefined: (actual) => otherwise(actual !== undefined, () => 'it is undefined'),
  toBeUndefined: (actual) => otherwise(actual === undefined, () => `it is ${show(actual)}`),
  toBeNull: (actual) => otherwise(actual === null, () => `it is ${show(actual)} and not null`),
  toBeGreaterThan: compared('more than', (actual, expected) => actual > expected),
  toBeGreaterThanOrEqual: compared('at least', (actual, expected) => actual >= expected),
  toBeLessThan: compared('less than', (actual, expected) => actual < expected),
  toBeLessThanOrEqual: compared('at most', (actual, expected) => actual <= expected),
};

/** Checks a value. `said` precedes the description of a difference. */
export function expect(actual: unknown, said?: string): Matchers & { not: Matchers } {
  const fail = (wrong: string) => {
    throw new Broken(said ? `${said}: ${wrong}` : wrong);
  };
  const all = (isWrong: (matcher: string, wrong: string | undefined, expected: unknown[]) => string | undefined) =>
    Object.fromEntries(
      Object.entries(matchers).map(([name, matcher]) => [
        name,
        (...expected: unknown[]) => {
          const wrong = isWrong(name, matcher(actual, ...expected), expected);
          if (wrong !== undefined) fail(wrong);
        },
      ]),
    ) as unknown as Matchers;
  return {
    ...all((_name, wrong) => wrong),
    not: all((name, wrong, expected) =>
      wrong === undefined ? `${show(actual)}: not ${name}(${expected.map(show).join()}) was promised` : undefined,
    ),
  };
}

expect.any = (type: StringConstructor | NumberConstructor | ObjectConstructor): Pattern =>
  pattern(`any ${type.name}`, (value) =>
    type === Object ? typeof value === 'object' && value !== null : typeof value === type.name.toLowerCase(),
  );
expect.objectContaining = (fields: object): Pattern =>
  pattern(`with ${JSON.stringify(fields)}`, (value) =>
    typeof value === 'object' && value !== null
      ? Object.entries(fields).every(([name, field]) => difference((value as Record<string, unknown>)[name], field) === undefined)
      : false,
  );
expect.arrayContaining = (elements: readonly unknown[]): Pattern =>
  pattern(
    `with all of ${JSON.stringify(elements)}`,
    (value) => Array.isArray(value) && elements.every((wanted) => value.some((each) => difference(each, wanted) === undefined)),
  );
expect.stringMatching = (expression: RegExp): Pattern =>
  pattern(String(expression), (value) => typeof value === 'string' && expression.test(value));

const lengthOf = (value: unknown): unknown => (value as { length?: unknown } | undefined)?.length;

function holds(whole: unknown, part: unknown): boolean {
  if (typeof whole === 'string') return typeof part === 'string' && whole.includes(part);
  return Array.isArray(whole) && whole.includes(part);
}
