export interface Route {
  method: string | string[];
  url: string;
}

/** The value of `Allow` for a path; undefined if nothing is served there. */
export type AllowedAt = (path: string) => string | undefined;

/**
 * Knows the methods of every path. A route for each method that is not allowed would be thousands of them, and a tenth of a start.
 *
 * @param routes - all routes; read at the first question, when the server is complete.
 */
export function methodsIn(routes: readonly Route[]): AllowedAt {
  let places: Place[] | undefined;
  return (path) => {
    places ??= placesIn(routes);
    const asked = path.split('?', 1)[0]!.split('/');
    // As in the router, a word precedes a parameter.
    return places.find(({ segments }) => isAt(segments, asked))?.allow;
  };
}

interface Place {
  segments: readonly string[];
  allow: string;
}

function placesIn(routes: readonly Route[]): Place[] {
  const served = new Map<string, Set<string>>();
  for (const { method, url } of routes) {
    if (url.includes('*')) continue;
    const known = served.get(url) ?? new Set(['OPTIONS']);
    for (const name of [method].flat()) known.add(name);
    served.set(url, known);
  }
  const places = [...served].map(([url, known]) => ({ segments: url.split('/'), allow: [...known].toSorted().join(', ') }));
  return places.toSorted((a, b) => parametersIn(a) - parametersIn(b));
}

const isParameter = (segment: string): boolean => segment.startsWith(':');
const parametersIn = ({ segments }: Place): number => segments.filter(isParameter).length;

const isAt = (segments: readonly string[], asked: readonly string[]): boolean =>
  segments.length === asked.length &&
  segments.every((segment, i) => (isParameter(segment) ? asked[i] !== '' : segment === asked[i]));
