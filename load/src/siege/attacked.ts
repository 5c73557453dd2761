import type { Settings, TestIssuer } from '@parley/testing';
import { scratch } from '../process/resources.ts';
import { serve, type Server } from '../servers/serve.ts';

const heapMb = 1_024;

/** The built server with its default limits, a small heap and its own database. It can call receivers on this machine. */
export function startAttacked(issuer: TestIssuer, more: Settings = {}): Promise<Server> {
  const place = { PARLEY_DATA_DIR: scratch('data'), PARLEY_WAKE_PRIVATE: '1', LOG_LEVEL: 'fatal' };
  return serve({ ...place, ...issuer.settings, ...more }, { heapMb, isSilent: true });
}
