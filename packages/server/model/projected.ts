/** What is there, cut down to what is expected: answers may carry more than the model knows. */
export function projected(actual: unknown, expected: unknown): unknown {
  if (Array.isArray(actual) && Array.isArray(expected)) {
    return actual.length === expected.length ? actual.map((each, i) => projected(each, expected[i])) : actual;
  }
  if (!isObject(actual) || !isObject(expected)) return actual;
  return Object.fromEntries(Object.keys(expected).map((key) => [key, projected(actual[key], expected[key])]));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
