import { pathParameters, type Contract, type Operation } from '@parley/core';

/** What a request for an unknown path may have meant: a method and the path of an operation, never anything that was sent. */
export type Nearest = (method: string, url: string) => string | undefined;

interface Candidate {
  segments: readonly string[];
  method: string;
  /** Its name in the refusal. */
  shown: string;
  /** A list in the answer of an operation is compared as if it had a path of its own. */
  isList: boolean;
}

/** Bounds the work for one request. */
const longestPath = 200;
const mostSegments = 10;
/** A candidate that costs more is another path, not a mistaken one. */
const mostCost = 1.25;
const costs = { prefix: 0.3, extra: 0.4, near: 0.25, value: 0.1, other: 2, method: 0.05, list: 0.3 };

/** Finds the nearest operation by the distance of its path, segment by segment. */
export function nearestIn(contract: Contract): Nearest {
  const candidates = Object.values(contract).flatMap(candidatesOf);
  return (method, url) => {
    const asked = segmentsOf(url.split('?', 1)[0]!);
    if (asked.length === 0 || asked.length > mostSegments) return undefined;
    const wanted = method === 'HEAD' ? 'GET' : method;
    let best: { shown: string; cost: number } | undefined;
    for (const { segments, method, shown, isList } of candidates) {
      const cost = distance(segments, asked) + (method === wanted ? 0 : costs.method) + (isList ? costs.list : 0);
      if (cost <= mostCost && cost < (best?.cost ?? Infinity)) best = { shown, cost };
    }
    return best?.shown;
  };
}

const segmentsOf = (path: string): string[] =>
  path.length > longestPath
    ? []
    : path
        .toLowerCase()
        .split('/')
        .filter((segment) => segment !== '');

function candidatesOf({ method, path, output }: Operation): Candidate[] {
  const candidate = { segments: path.split('/').slice(1), method, shown: `${method} ${path}`, isList: false };
  if (method !== 'GET' || pathParameters(path).length === 0) return [candidate];
  const { shape = {} } = output as { shape?: Record<string, { type?: string }> };
  const lists = Object.entries(shape).filter(([, { type }]) => type === 'array');
  return [candidate, ...lists.map(([list]) => ({ ...candidate, segments: [...candidate.segments, list], isList: true }))];
}

/** Edit distance of two paths; only what comes before the last word of a path can be missing. */
function distance(path: readonly string[], asked: readonly string[]): number {
  const lastWord = path.findLastIndex((segment) => !isParameter(segment));
  let row = Array.from({ length: asked.length + 1 }, (_, extras) => extras * costs.extra);
  for (const [i, segment] of path.entries()) {
    const missing = i === lastWord ? costs.other : costs.prefix;
    const next = [row[0]! + missing];
    for (const [j, word] of asked.entries()) {
      next.push(Math.min(row[j]! + difference(segment, word), row[j + 1]! + missing, next[j]! + costs.extra));
    }
    row = next;
  }
  return row.at(-1)!;
}

const isParameter = (segment: string): boolean => segment.startsWith('{');
/** An id, or a placeholder that somebody forgot to replace. */
const isValue = (word: string): boolean => /\d|^[:{<$]|^%7b/.test(word);

function difference(segment: string, word: string): number {
  if (isParameter(segment)) return isValue(word) ? 0 : costs.value;
  if (segment === word) return 0;
  return isNear(segment, word) ? costs.near : costs.other;
}

/** Whether words differ by one ending, or by one character. */
function isNear(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 2 || short.length < 2) return false;
  if (long === `${short}s` || long === `${short}es`) return true;
  if (long.length - short.length > 1 || short.length < 3) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const rest = short.length === long.length ? short.slice(start + 1) : short.slice(start);
  return rest === long.slice(start + 1);
}
