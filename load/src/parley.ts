import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { startServer } from '@parley/testing';
import type { Build } from './build.ts';
import { probed } from './probe/usage.ts';

export interface ParleyServer {
  url: string;
  port: number;
  probe: string;
  stop(): Promise<void>;
}

const secret = randomBytes(32).toString('hex');

/** Settings of every Parley under test; all share one secret, because processes on one database must. */
export const parleySettings = (place: Record<string, string>): Record<string, string> => ({
  PARLEY_SECRET: secret,
  PARLEY_RATE_LIMIT: '0',
  // One space gets more messages in a round than its default limit allows.
  PARLEY_MAX_BYTES_PER_SPACE: String(2 ** 40),
  LOG_LEVEL: 'warn',
  ...place,
});

/** Starts the server of a build, on PostgreSQL (`DATABASE_URL`) or embedded (`PARLEY_DATA_DIR`). */
export async function startParley({ root }: Build, place: Record<string, string>): Promise<ParleyServer> {
  const { probe, env } = probed();
  const program = join(root, 'packages/server/dist/main.js');
  const { url, stop } = await startServer({ ...parleySettings(place), ...env }, undefined, program);
  return { url, port: Number(new URL(url).port), probe, stop };
}
