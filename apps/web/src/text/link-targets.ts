import { createContext } from 'preact';

/** What links of a text can lead to, by its name, and what a filter can be about. */
export interface LinkTarget {
  readonly id: string;
  readonly name: string;
  readonly hash: string;
}

/** All targets in a room; none outside of it. */
export const LinkTargets = createContext<() => readonly LinkTarget[]>(() => []);

/** A path, perhaps with a fragment. It is only compared with names, and never followed. */
export const isRelative = (href: string): boolean => href !== '' && !/^[\s\p{C}]*(?:[a-z][a-z\d+.-]*:|\/\/|\\)/iu.test(href);

/** What a path names: `../notes/Launch%20plan.md#risks` is what is called “Launch plan”. */
export function targetOf(href: string, targets: readonly LinkTarget[]): LinkTarget | undefined {
  const wanted = comparable(decoded(/^[^?#]*/.exec(href)![0]));
  return wanted === '' ? undefined : targets.find(({ name }) => comparable(name) === wanted);
}

/** What an address says, also if it is no proper one. */
export function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

const comparable = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.(?:md|markdown)$/i, '')
    .normalize()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim();
