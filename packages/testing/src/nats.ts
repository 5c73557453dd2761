import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { killAtExit } from './children.ts';
import { freePort, isOpen } from './free-port.ts';

export interface TestNats {
  url: string;
  stop(): Promise<void>;
}

/** No npm package contains the server; tests that need it warn if it is missing. */
export const hasNats = (): boolean => spawnSync('nats-server', ['--version']).status === 0;

/** A NATS server; `words` are more of its options, such as `--user`. */
export async function startNats(given?: number, words: readonly string[] = []): Promise<TestNats> {
  const port = given ?? (await freePort());
  const own = ['--addr', '127.0.0.1', '--port', String(port)];
  const server = killAtExit(spawn('nats-server', [...own, ...words], { stdio: 'ignore' }));
  while (!(await isOpen(port))) {
    if (server.exitCode !== null) throw new Error('NATS did not start');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url: `nats://127.0.0.1:${port}`,
    async stop() {
      server.kill('SIGKILL');
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    },
  };
}
