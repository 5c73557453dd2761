#!/usr/bin/env node
import { createApp } from './app.ts';
import { answerTo } from './command-line.ts';
import { ConfigError, readConfig } from './config.ts';
import { createLogger } from './http/log.ts';
import { startParley } from './parley.ts';

const shutdownMs = 20_000;

const answer = answerTo(process.argv.slice(2));
if (answer) {
  process[answer.exitCode === 0 ? 'stdout' : 'stderr'].write(`${answer.text}\n`);
  process.exit(answer.exitCode);
}

try {
  const config = readConfig(process.env);
  const log = createLogger(config.LOG_LEVEL);
  if (config.PARLEY_RATE_LIMIT === 0) log.warn('PARLEY_RATE_LIMIT=0: rate limits are off, so one client can use up the server');
  const parley = await startParley(config, log);
  const app = await createApp(parley);
  let isStopping = false;
  const stop = async (reason: { signal: string } | { err: unknown }) => {
    // `npm start` and a terminal both pass on one Ctrl-C: a second signal is no second wish.
    if (isStopping) return;
    isStopping = true;
    const failed = 'err' in reason;
    if (failed) log.fatal(reason, 'stopping after an error');
    else log.info(reason, 'stopping');
    setTimeout(() => process.exit(1), shutdownMs).unref();
    await app.close();
    await parley.close();
    process.exit(failed ? 1 : 0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop({ signal }));
  process.on('uncaughtException', (err) => void stop({ err }));
  void parley.lost?.then((err) => {
    log.fatal({ err }, 'the embedded database broke; start again to recover what it had answered');
    process.exit(1);
  });
  const isNew = await parley.provider.isEmpty();
  const address = await app.listen({ host: config.HOST, port: config.PORT });
  parley.listensAt(address);
  const setUpLink = `${parley.publicUrl()}/setup?token=${parley.provider.setUpToken}`;
  process.stdout.write(`Parley listens on ${address}\n${isNew ? `Make the first account at ${setUpLink}\n` : ''}`);
} catch (error) {
  process.stderr.write(`${said(error)}\n`);
  process.exit(1);
}

/** What the operator can mend is one line; the rest shows where it broke. */
function said(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return error instanceof ConfigError || code !== undefined ? error.message : (error.stack ?? error.message);
}
