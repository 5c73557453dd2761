import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { killAtExit } from './children.ts';
import { freePort, isOpen } from './free-port.ts';

export interface TestRedis {
  url: string;
  stop(): Promise<void>;
}

/** No npm package contains the server; tests that need it warn if it is missing. */
export const hasRedis = (): boolean => spawnSync('redis-server', ['--version']).status === 0;

export async function startRedis(given?: number): Promise<TestRedis> {
  const port = given ?? (await freePort());
  const words = ['--port', String(port), '--save', '', '--bind', '127.0.0.1'];
  const server = killAtExit(spawn('redis-server', words, { stdio: 'ignore' }));
  while (!(await isOpen(port))) await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      server.kill('SIGKILL');
      await once(server, 'exit');
    },
  };
}
