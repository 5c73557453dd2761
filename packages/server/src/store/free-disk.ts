import { statfs } from 'node:fs/promises';
import { repeat } from '../repeat.ts';

export interface Floor {
  /** Bytes that are to stay free; 0 asks for none. */
  bytes: number;
  /** Told whenever less is free than that, and whenever it is enough again. */
  crossed(isBelow: boolean): void;
  probe?: (folder: string) => Promise<number>;
}

export interface FreeDisk {
  isBelow(): boolean;
  stop(): Promise<void>;
}

/** Far less than the floor is written between two looks. */
const everyMs = 1_000;

const freeIn = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** Looks once a second how much of a folder's disk is free. */
export async function watchFreeDisk(folder: string, { bytes, crossed, probe = freeIn }: Floor): Promise<FreeDisk> {
  let isBelow = false;
  const look = async () => {
    const was = isBelow;
    isBelow = (await probe(folder)) < bytes;
    if (isBelow !== was) crossed(isBelow);
  };
  // A look that fails tells nothing new.
  await look().catch(() => {});
  const { stop } = repeat({ everyMs, work: look, failed: () => {} });
  return { isBelow: () => isBelow, stop };
}

export const noFloor: FreeDisk = { isBelow: () => false, stop: async () => {} };
