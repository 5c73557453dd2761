import { createApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { createLogger } from '../src/http/log.ts';
import { startParley } from '../src/parley.ts';
import type { Place } from './databases.ts';

export interface LocalServer {
  url: string;
  stop(): Promise<void>;
}

/** A server in this process, so that it has the clock that a test sets. */
export async function startHere({ settings }: Place, more: Record<string, string> = {}): Promise<LocalServer> {
  const parley = await startParley(readConfig({ ...settings, ...more }), createLogger('silent'));
  const app = await createApp(parley);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  parley.listensAt(url);
  return {
    url,
    async stop() {
      await app.close();
      await parley.close();
    },
  };
}
