import { nearMisses, pathParameters, unknownFields, type Operation, type ServiceError } from '@parley/core';

/** A longer name can be a key, so it is not repeated. */
const longestShown = 40;
const mostNamed = 20;

/** Whether the fields that are not in the path are in the query. */
export const isInQuery = ({ method, takesBytes }: Pick<Operation, 'method' | 'takesBytes'>): boolean =>
  method === 'GET' || takesBytes === true;

type Query = Record<string, unknown>;

/**
 * Refuses query parameters that an operation does not have: who sends one expects an effect, such as the next page. Questions ignore
 * them, because clients of NLWeb send more, and so does the health check, because monitors add parameters against caches.
 */
export function strayParameters(operation: Operation): (query: unknown) => ServiceError | undefined {
  const { input, path, answers, unlimited } = operation;
  if (answers === 'jsonOrEvents' || unlimited) return () => undefined;
  const inPath = pathParameters(path);
  const known = isInQuery(operation) ? Object.keys(input.shape).filter((field) => !inPath.includes(field)) : [];
  const there =
    known.length > 1
      ? `There are ${known.join(', ')}.`
      : known[0]
        ? `There is only ${known[0]}.`
        : 'There is no query parameter.';
  return (query) => {
    const strays = Object.keys(query as Query).filter((name) => !known.includes(name));
    if (strays.length === 0) return undefined;
    const near = known.length > 0 ? nearMisses(input, query) : [];
    const issues = strays.slice(0, mostNamed).map((name) => ({
      field: name.length > longestShown ? `${name.slice(0, 8)}…` : name,
      message: near.find(({ field }) => field === name)?.message ?? there,
    }));
    return unknownFields(issues);
  };
}
