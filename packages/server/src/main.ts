#!/usr/bin/env node
import closeWithGrace from 'close-with-grace';
import { createApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { createLogger } from './http/log.ts';
import { startParley } from './parley.ts';

const shutdownMs = 10_000;

try {
  const config = readConfig(process.env);
  const log = createLogger(config.LOG_LEVEL);
  const parley = await startParley(config, log);
  const app = await createApp(parley);
  closeWithGrace({ delay: shutdownMs, logger: false }, async ({ signal, err }) => {
    if (err) log.fatal({ err }, 'stopping after an error');
    else log.info({ signal }, 'stopping');
    await app.close();
    await parley.close();
  });
  void parley.lost?.then((err) => {
    log.fatal({ err }, 'the embedded database broke; start again to recover what it had answered');
    process.exit(1);
  });
  const address = await app.listen({ host: config.HOST, port: config.PORT });
  parley.listensAt(address);
  process.stdout.write(`Parley listens on ${address}\n`);
} catch (error) {
  process.stderr.write(`${said(error)}\n`);
  process.exit(1);
}

/** What the operator can mend is one line; the rest shows where it broke. */
function said(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error instanceof ConfigError ? error.message : (error.stack ?? error.message);
}
