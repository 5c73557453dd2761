import type { SearchedName } from './kinds.ts';

/** Something that was found, in the order of results. */
export interface SearchOrder {
  readonly at: number;
  readonly kind: SearchedName;
  readonly id: string;
}

/** Where a search continues: before what comes first here. */
export interface SearchPlace {
  /** What is in the log is older than this sequence. */
  readonly sequence: number;
  /** What it continues before: all of an instant, or one thing of it. */
  readonly before: Pick<SearchOrder, 'at'> & Partial<SearchOrder>;
}

const form = /^(\d{1,15})\.(\d{1,15})(?:\.([a-z]{1,40})\.([0-9a-f-]{36}))?$/;

/** Callers pass it on as it is. */
export const cursorOf = ({ sequence, before: { at, kind, id } }: SearchPlace): string =>
  [sequence, at, ...(kind === undefined ? [] : [kind, id])].join('.');

/** Undefined if a search has made no such cursor. */
export function placeOfCursor(cursor: string): SearchPlace | undefined {
  const [, sequence, at, kind, id] = form.exec(cursor) ?? [];
  if (sequence === undefined) return undefined;
  const thing = kind === undefined ? {} : { kind: kind as SearchedName, id: id! };
  return { sequence: Number(sequence), before: { at: Number(at), ...thing } };
}

/** The newest first; what is of one instant, in any order that stays. */
export const compareInSearch = (a: SearchOrder, b: SearchOrder): number =>
  b.at - a.at || compare(a.kind, b.kind) || compare(a.id, b.id);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Whether something comes after the place where a search continues. */
export const isAfter = (found: SearchOrder, { at, kind, id }: SearchPlace['before']): boolean =>
  kind === undefined || id === undefined ? found.at < at : compareInSearch({ at, kind, id }, found) < 0;
