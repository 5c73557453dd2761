/** A connection over which nothing moves for so long is cut, and so is a reader who takes nothing. */
export const stillMs = 30_000;

/** The least pace of a reader: so many bytes in that time. */
const paceBytes = 4 * 1024 * 1024;

/** How long a reader may take for so many bytes. What comes over a connection says nothing of what is taken from it. */
export const takingMs = (bytes: number, ms: number = stillMs): number => ms * Math.max(1, bytes / paceBytes);
