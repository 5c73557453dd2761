/** Changes with presence, which the model does not know. */
const unknown = 'contextVersion';

/** The actual value, reduced to the expected fields: answers can have more than the model defines. */
export function projected(actual: unknown, expected: unknown): unknown {
  if (Array.isArray(actual) && Array.isArray(expected)) {
    return actual.length === expected.length ? actual.map((each, i) => projected(each, expected[i])) : actual;
  }
  if (!isObject(actual) || !isObject(expected)) return actual;
  return Object.fromEntries(
    Object.keys(expected).map((key) => [key, key === unknown ? expected[key] : projected(actual[key], expected[key])]),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
