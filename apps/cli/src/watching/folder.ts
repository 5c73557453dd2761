import { join } from 'node:path';

/** What a process that waits for deliveries knows, in a file of its own. */
export interface Watch {
  pid: number;
  /** When it last wrote, in milliseconds. */
  at: number;
  /** How many deliveries are queued, for each space that it knows about; {@link taken} if it claims them itself. */
  queued: Readonly<Record<string, number>>;
}

export const taken = -1;

/** How often a process writes, also if nothing has changed. */
export const beatMs = 10_000;
/** After this time without a word it is not believed, even if a process with its id lives. */
export const staleMs = 3 * beatMs;

export const watchFolder = (profileFolder: string): string => join(profileFolder, 'watching');
