/** How long a connection can be idle, and a reader can take nothing, before it is cut. */
export const stillMs = 30_000;

/** The minimum pace of a reader: bytes in that time. */
const paceBytes = 4 * 1024 * 1024;

/** How long a reader can take for these bytes, regardless of what it sends meanwhile. */
export const takingMs = (bytes: number): number => stillMs * Math.max(1, bytes / paceBytes);
