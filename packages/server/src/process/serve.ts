import type { Logger } from 'pino';
import { createApp } from '../app.ts';
import type { Config } from '../config.ts';
import type { Member } from '../host/group/member.ts';
import { startParley } from '../parley.ts';
import { banner, commandIn } from './banner.ts';
import { repeats, stopMs } from './stopping.ts';

/** Connections that come at once, as after a network was down; the default of 511 lets the others wait for seconds. */
const backlog = 4_096;

/** Serves Parley until it is stopped. A worker leaves it to its supervisor to speak, and to pass signals on. */
export async function serve(config: Config, log: Logger, isTerminal: boolean, worker?: Member): Promise<void> {
  const parley = await startParley(config, log, {}, worker);
  const app = await createApp(parley);
  let isStopping = false;
  const isRepeated = repeats();
  const cut = new AbortController();
  const stop = async (reason: { signal: string } | { err: unknown }, again = isStopping) => {
    // Whoever presses Ctrl-C, or asks twice, does not want to wait for streams to end. The terminal and `npm start` each deliver the
    // same Ctrl-C, so a second signal does no more than that.
    if (again || !('signal' in reason) || reason.signal !== 'SIGTERM') cut.abort();
    if (isStopping) return;
    isStopping = true;
    const failed = 'err' in reason;
    const speaks = isTerminal && !failed && !worker;
    if (failed) log.fatal(reason, 'stopping after an error');
    else if (!speaks) log.info(reason, 'stopping');
    if (speaks) process.stdout.write('\nStopping Parley… ');
    setTimeout(() => process.exit(1), stopMs(config)).unref();
    await parley.drain(cut.signal);
    await app.close();
    await parley.close();
    if (speaks) process.stdout.write('stopped.\n');
    process.exit(failed ? 1 : 0);
  };
  // A service manager signals all processes of a group, so a worker gets most signals twice: only its supervisor can insist.
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => isRepeated(signal) || void stop({ signal }, worker && false));
  worker?.onStop((signal, again) => void stop({ signal }, again));
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
  const text = banner({ address, publicUrl, setUpLink, command: commandIn(process.cwd()) });
  if (worker) worker.listens(text);
  else process.stdout.write(text);
}
