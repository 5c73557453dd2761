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
import { Failure } from '../failure.ts';
import { examples } from '../help.ts';

export function serveCommand(program: Command): void {
  const command = program
    .command('serve')
    .description('start a server (needs the package @parley/server)')
    .option('--host <address>', 'the address to listen on (default: 127.0.0.1)')
    .option('--port <number>', 'the port; 0 picks a free one (default: 8787)', whole)
    .option('--data <folder>', 'the folder for its data (default: .parley)')
    .action(act(serve));
  examples(command, 'parley serve', 'parley serve --port 9000 --data ~/parley-data');
}

const serve: Verb<{ host?: string; port?: number; data?: string }, []> = async (_, { host, port, data }) => {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...(host && { HOST: host }),
    ...(port !== undefined && { PORT: String(port) }),
    ...(data && { PARLEY_DATA_DIR: data }),
    // What the server suggests if the port is in use.
    STARTED_BY: 'parley serve',
  };
  // These are settings of clients.
  for (const name of ownVariables) delete env[name];
  const server = spawn(process.execPath, [serverMain()], { env, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.removeAllListeners(signal);
    process.on(signal, () => server.kill(signal));
  }
  const [code, signal] = (await once(server, 'exit')) as [number | null, NodeJS.Signals | null];
  process.exitCode = code ?? 128 + constants.signals[signal!];
};

/** The server that is installed beside this command, or in the working directory. */
function serverMain(): string {
  const here = pathToFileURL(join(process.cwd(), 'package.json'));
  const places = [
    () => import.meta.resolve('@parley/server'),
    () => pathToFileURL(createRequire(here).resolve('@parley/server')).href,
  ];
  for (const resolve of places) {
    try {
      return fileURLToPath(new URL('main.js', resolve()));
    } catch {
      // Not installed there; try the next place.
    }
  }
  throw new Failure(
    'notFound',
    '@parley/server is not installed here',
    'it is not published: in a clone of the Parley repository, `npm start` starts a server; to have it here, run ' +
      '`npm run build && npm pack ./packages/core ./packages/mcp ./packages/server --pack-destination /tmp` in the clone, then ' +
      '`npm install /tmp/parley-{core,mcp,server}-*.tgz` here',
  );
}
