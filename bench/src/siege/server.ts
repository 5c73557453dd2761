import { startServer } from '@parley/testing';
import { scratch } from '../scratch.ts';
import { targetOf, type Target } from './target.ts';

const heapMb = 1_024;
let servers = 0;

export interface Besieged {
  target: Target;
  pid: number;
  stop(): Promise<void>;
}

/** A built server with its default limits, a small heap and a database of its own. */
export async function startBesieged(issuer: string): Promise<Besieged> {
  const settings = {
    NODE_OPTIONS: `--max-old-space-size=${heapMb}`,
    PARLEY_DATA_DIR: scratch(`data-${(servers += 1)}`),
    PARLEY_OIDC_ISSUER: issuer,
    PARLEY_OIDC_AUDIENCE: 'siege',
    LOG_LEVEL: 'fatal',
  };
  // What a dying process says fills pages; the table says that it died.
  const { url, pid, stop } = await startServer(settings, () => {});
  return { target: targetOf(url), pid, stop };
}
