import { startServer } from '@parley/testing';
import { scratch } from '../scratch.ts';
import { targetOf, type Target } from './target.ts';

const heapMb = 1_024;

export interface Besieged {
  target: Target;
  pid: number;
  stop(): Promise<void>;
}

/** The built server with its default limits, a small heap and its own database. It can call receivers on this machine. */
export async function startBesieged(issuer: string): Promise<Besieged> {
  const settings = {
    NODE_OPTIONS: `--max-old-space-size=${heapMb}`,
    PARLEY_DATA_DIR: scratch('data'),
    PARLEY_OIDC_ISSUER: issuer,
    PARLEY_OIDC_AUDIENCE: 'siege',
    PARLEY_WAKE_PRIVATE: '1',
    LOG_LEVEL: 'fatal',
  };
  // The output of a crashing process is long; the table shows that it died.
  const { url, pid, stop } = await startServer(settings, () => {});
  return { target: targetOf(url), pid, stop };
}
