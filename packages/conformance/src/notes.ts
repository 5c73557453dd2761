import type { OperationName } from '@parley/core';

const pairs = new Set<string>();
let [limited, linksEnd] = [true, true];

export const pair = (operation: OperationName, status: number): string => `${operation} ${status}`;

/** Records that the server gave this expected answer to this operation. */
export const proved = (operation: OperationName, status: number): void => void pairs.add(pair(operation, status));

/** Records that the rate limit is off. */
export const refusesNobody = (): void => void (limited = false);

/** Records that link requests live longer than the suite waits. */
export const waitsForNoLink = (): void => void (linksEnd = false);

export const readNotes = (): { pairs: ReadonlySet<string>; limited: boolean; linksEnd: boolean } => ({
  pairs,
  limited,
  linksEnd,
});
