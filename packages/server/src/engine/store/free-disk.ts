import { statfs } from 'node:fs/promises';
import { repeat } from '../async/repeat.ts';

export interface Floor {
  /** Bytes to keep free; 0 for none. */
  bytes: number;
  /** Called when the free space falls below the floor, and when it is sufficient again. */
  crossed(isBelow: boolean): void;
  probe?: (folder: string) => Promise<number>;
}

export interface FreeDisk {
  readonly isBelow: boolean;
  stop(): Promise<void>;
}

/** Between two checks, writes amount to much less than the floor. */
const everyMs = 1_000;

/** The bytes that are free on the disk of a folder. */
export const freeIn = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** Checks the free space of a folder's disk once a second. */
export async function watchFreeDisk(folder: string, { bytes, crossed, probe = freeIn }: Floor): Promise<FreeDisk> {
  const disk = { isBelow: false };
  const look = async () => {
    const isBelow = (await probe(folder)) < bytes;
    if (isBelow !== disk.isBelow) crossed((disk.isBelow = isBelow));
  };
  // A failed check changes nothing.
  await look().catch(() => {});
  const { stop } = repeat({ everyMs, work: look, failed: () => {} });
  return Object.assign(disk, { stop });
}

export const noFloor: FreeDisk = { isBelow: false, stop: async () => {} };
