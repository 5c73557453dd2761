import type { Settings, TestIssuer } from '@parley/testing';
import { scratch } from '../process/scratch.ts';
import { serve, type Server } from '../servers/serve.ts';
import { targetOf, type Target } from '../servers/target.ts';

const heapMb = 1_024;

/** The server that is attacked. */
export interface Attacked {
  target: Target;
  pid: number;
  stop(): Promise<void>;
}

/** The built server with its default limits, a small heap and its own database. It can call receivers on this machine. */
export async function startAttacked(issuer: TestIssuer, more: Settings = {}): Promise<Attacked & Server> {
  const settings = {
    PARLEY_DATA_DIR: scratch('data'),
    PARLEY_WAKE_PRIVATE: '1',
    LOG_LEVEL: 'fatal',
    ...issuer.settings,
    ...more,
  };
  const server = await serve(settings, { heapMb, isSilent: true });
  return { ...server, target: targetOf(server.url) };
}
