import type { Command } from 'commander';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { act, type Verb } from '../command.ts';
import { ownVariables } from '../context.ts';
import { whole } from '../duration.ts';
import { Failure } from '../failures.ts';

export function serveCommand(program: Command): void {
  program
    .command('serve')
    .description('start a server here, where @parley/server is installed')
    .option('--host <address>', 'where it listens (default: 127.0.0.1)')
    .option('--port <number>', 'the port; 0 picks one (default: 8787)', whole)
    .option('--data <folder>', 'where it keeps its data (default: .parley)')
    .action(act(serve));
}

const serve: Verb<{ host?: string; port?: number; data?: string }, []> = async (_, { host, port, data }) => {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...(host && { HOST: host }),
    ...(port !== undefined && { PORT: String(port) }),
    ...(data && { PARLEY_DATA_DIR: data }),
  };
  // The server refuses settings it does not know.
  for (const name of ownVariables) delete env[name];
  const server = spawn(process.execPath, [serverMain()], { env, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.removeAllListeners(signal);
    process.on(signal, () => server.kill(signal));
  }
  const [code, signal] = (await once(server, 'exit')) as [number | null, NodeJS.Signals | null];
  process.exitCode = code ?? 128 + constants.signals[signal!];
};

/** The server installed beside this command, else in the folder it is run from. */
function serverMain(): string {
  const here = pathToFileURL(join(process.cwd(), 'package.json'));
  const ways = [
    () => import.meta.resolve('@parley/server'),
    () => pathToFileURL(createRequire(here).resolve('@parley/server')).href,
  ];
  for (const resolve of ways) {
    try {
      return fileURLToPath(new URL('main.js', resolve()));
    } catch {
      // It is not there; the next place may have it.
    }
  }
  throw new Failure(
    'notFound',
    '@parley/server is not installed here',
    'install it beside @parley/cli, or in this folder: `npm install @parley/server`',
  );
}
