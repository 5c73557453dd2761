#!/usr/bin/env node
import { createApp } from './app.ts';
import { banner, commandIn } from './process/banner.ts';
import { answerTo, checkCommand, isBackupCommand } from './process/command-line.ts';
import { readConfig } from './config.ts';
import { createLogger } from './http/wire/log.ts';
import { readableTo } from './http/wire/readable-log.ts';
import { startParley } from './parley.ts';
import { startFailure } from './process/start-failure.ts';

/** After the drain. */
const shutdownMs = 20_000;
/** Connections that come at once, as after a network was down; the default of 511 lets the others wait for seconds. */
const backlog = 4_096;

const [command, ...words] = process.argv.slice(2);
if (isBackupCommand(command)) {
  const { runBackupCommand } = await import('./process/backups.ts');
  process.exit(await runBackupCommand(command, words, process.env));
}

const answer = answerTo(process.argv.slice(2));
if (answer) {
  process[answer.exitCode === 0 ? 'stdout' : 'stderr'].write(`${answer.text}\n`);
  process.exit(answer.exitCode);
}

if (process.argv[2] === checkCommand) {
  const { check, shown } = await import('./process/check.ts');
  const findings = await check(process.env);
  process.stdout.write(shown(findings));
  process.exit(findings.every(({ isOk }) => isOk) ? 0 : 1);
}

try {
  const isTerminal = process.stdout.isTTY;
  const config = readConfig(process.env);
  const log = createLogger(config.LOG_LEVEL, isTerminal ? readableTo(process.stdout) : undefined);
  if (config.PARLEY_RATE_LIMIT === 0)
    log.warn('PARLEY_RATE_LIMIT=0: rate limits are off, so a single client can overload the server');
  const parley = await startParley(config, log);
  const app = await createApp(parley);
  let isStopping = false;
  const cut = new AbortController();
  const stop = async (reason: { signal: string } | { err: unknown }) => {
    // Whoever presses Ctrl-C, or asks twice, does not want to wait for streams to end. The terminal and `npm start` each deliver the
    // same Ctrl-C, so a second signal does no more than that.
    if (isStopping || !('signal' in reason) || reason.signal !== 'SIGTERM') cut.abort();
    if (isStopping) return;
    isStopping = true;
    const failed = 'err' in reason;
    const speaks = isTerminal && !failed;
    if (failed) log.fatal(reason, 'stopping after an error');
    else if (!speaks) log.info(reason, 'stopping');
    if (speaks) process.stdout.write('\nStopping Parley… ');
    setTimeout(() => process.exit(1), config.PARLEY_DRAIN_SECONDS * 1000 + shutdownMs).unref();
    await parley.drain(cut.signal);
    await app.close();
    await parley.close();
    if (speaks) process.stdout.write('stopped.\n');
    process.exit(failed ? 1 : 0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop({ signal }));
  process.on('uncaughtException', (err) => void stop({ err }));
  void parley.lost?.then((err) => {
    log.fatal({ err }, 'the embedded database failed; restart the server: everything that it had confirmed is on disk');
    process.exit(1);
  });
  const isNew = await parley.provider.isEmpty();
  // Fastify would log each address it listens on, which the banner shows.
  if (log.isLevelEnabled('info')) log.level = 'warn';
  const address = await app.listen({ host: config.HOST, port: config.PORT, backlog });
  log.level = config.LOG_LEVEL;
  parley.listensAt(address);
  const publicUrl = parley.publicUrl();
  const setUpLink = isNew ? `${publicUrl}/setup?token=${parley.provider.setUpToken}` : undefined;
  process.stdout.write(banner({ address, publicUrl, setUpLink, command: commandIn(process.cwd()) }));
} catch (error) {
  process.stderr.write(`${await startFailure(error, process.env)}\n`);
  process.exit(1);
}
