const matches = Symbol('matches');

/** Stands for any value that matches a description. */
export interface Pattern {
  [matches]: (value: unknown) => boolean;
  toJSON(): string;
}

export const pattern = (shown: string, holds: (value: unknown) => boolean): Pattern => ({
  [matches]: holds,
  toJSON: () => shown,
});

const isPattern = (value: unknown): value is Pattern => typeof value === 'object' && value !== null && matches in value;
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * The first difference between `actual` and `expected`, if any. An undefined field counts as absent.
 * With `partly`, additional fields are permitted; arrays must still have the expected length.
 */
export function difference(actual: unknown, expected: unknown, partly = false, at = ''): string | undefined {
  if (isPattern(expected)) return expected[matches](actual) ? undefined : differs(at, actual, expected);
  if (expected instanceof Set) {
    const same = actual instanceof Set && actual.size === expected.size && [...expected].every((each) => actual.has(each));
    return same ? undefined : differs(at, actual, expected);
  }
  if (!isObject(expected) || !isObject(actual)) return Object.is(actual, expected) ? undefined : differs(at, actual, expected);
  if (Array.isArray(expected) !== Array.isArray(actual)) return differs(at, actual, expected);
  if (Array.isArray(expected) && Array.isArray(actual) && actual.length !== expected.length) {
    return `${at || 'it'} has ${actual.length} and not ${expected.length} elements: ${show(actual)}`;
  }
  const fields = new Set([...Object.keys(expected), ...(partly ? [] : Object.keys(actual))]);
  for (const field of fields) {
    const found = difference(actual[field], expected[field], partly, `${at}.${field}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

const longest = 800;

/** A value as JSON, shortened for reports. */
export function show(value: unknown): string {
  const text = JSON.stringify(value instanceof Set ? [...value] : value) ?? String(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

const differs = (at: string, actual: unknown, expected: unknown): string =>
  `${at || 'it'} is ${show(actual)} and not ${show(expected)}`;
