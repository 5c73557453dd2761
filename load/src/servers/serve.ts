import { join } from 'node:path';
import { startServer, type Settings, type TestServer } from '@parley/testing';
import { controlled } from '../control/control.ts';
import { thisBuild } from './build.ts';
import type { Target } from '../clients/exchange.ts';

export interface Server extends TestServer, Target {
  /** The socket that tells what it has used, and sets its clock. */
  control: string;
}

interface Means {
  build?: string;
  /** The limit of its heap. */
  heapMb?: number;
  hasClock?: boolean;
  /** Whether to drop what it prints: that of a crashing process is long. */
  isSilent?: boolean;
}

/** Starts the server of a build with settings as its environment. */
export async function serve(settings: Settings, { build = thisBuild, heapMb, hasClock, isSilent }: Means = {}): Promise<Server> {
  const { control, env } = controlled(hasClock);
  const heap = heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`];
  const NODE_OPTIONS = [env.NODE_OPTIONS, ...heap, settings['NODE_OPTIONS'] ?? ''].join(' ').trim();
  const program = join(build, 'packages/server/dist/main.js');
  const server = await startServer({ ...settings, ...env, NODE_OPTIONS }, isSilent ? () => {} : undefined, program);
  const { hostname: host, port } = new URL(server.url);
  return { ...server, host, port: Number(port), control };
}
