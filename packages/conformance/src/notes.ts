import type { OperationName } from '@parley/core';

const pairs = new Set<string>();
let [limited, linksEnd] = [true, true];

export const pair = (operation: OperationName, status: number): string => `${operation} ${status}`;

/** Notes that the server gave this answer to this operation, where a check expected it. */
export const proved = (operation: OperationName, status: number): void => void pairs.add(pair(operation, status));

/** Notes that the rate limit is off. */
export const refusesNobody = (): void => void (limited = false);

/** Notes that link requests live longer than we wait. */
export const waitsForNoLink = (): void => void (linksEnd = false);

export const readNotes = (): { pairs: ReadonlySet<string>; limited: boolean; linksEnd: boolean } => ({
  pairs,
  limited,
  linksEnd,
});
