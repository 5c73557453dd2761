import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { Ledger } from '../host/group/ledger.ts';
import { inBatches, type CountChange, type Said, type GroupMessage } from '../host/group/messages.ts';
import { Sum } from '../host/metrics/sum.ts';
import { repeats, stopMs } from './stopping.ts';

/** A worker that lived longer than that did not die of how it was started. */
const healthyMs = 60_000;
const firstDelayMs = 250;
const longestDelayMs = 30_000;
/** How long a scrape waits for a worker; then its last values count. */
const measureMs = 1_000;

interface Running {
  worker: Worker;
  startedAt: number;
  /** Whether it hears what it is told. */
  hears: boolean;
  listens: boolean;
  tell(told: GroupMessage): void;
  /** Called when it has measured, or is gone. */
  measured?: (() => void) | undefined;
}

/**
 * Supervises the workers of this machine, and counts for them. The first one starts alone: it migrates the database, and what stops it
 * from starting ends this process too, as if it had been the only one. The others follow, and whoever dies later is replaced.
 */
export function supervise(config: Config, log: Logger, isTerminal: boolean): void {
  const { PARLEY_WORKERS: of } = config;
  const running = new Map<number, Running>();
  const restarts = new Set<NodeJS.Timeout>();
  const ledger = new Ledger();
  const sum = new Sum();
  let text: Promise<string> | undefined;
  let banner: string | undefined;
  let hasBanner = false;
  let failures = 0;
  let exitCode = 0;
  let stops = 0;
  const isRepeated = repeats();

  function start(): void {
    const worker = cluster.fork();
    const { id } = worker;
    const tell = inBatches<GroupMessage>((words) => worker.isConnected() && worker.send(words, undefined, undefined, () => {}));
    running.set(id, { worker, startedAt: performance.now(), hears: false, listens: false, tell });
    worker.on('message', (words: Said[]) => words.forEach((said) => running.has(id) && hear(id, running.get(id)!, said)));
    worker.once('exit', (code, signal) => ended(id, code, signal));
    worker.on('error', (err) => {
      log.error({ err, worker: id }, 'a worker could not be started or reached');
      if (worker.process.pid === undefined) ended(id, 1, '');
    });
  }

  function hear(id: number, one: Running, said: Said): void {
    switch (said.is) {
      case 'hello':
        for (const change of ledger.join(id)) one.tell({ is: 'held', change });
        one.hears = true;
        return;
      case 'listening':
        banner ??= said.banner;
        one.listens = true;
        return listening();
      case 'open':
        return ledger.open(said.allowance);
      case 'spend':
        return one.tell({ is: 'answer', id: said.id, value: ledger.spend(said.name, said.key, said.points) });
      case 'take':
        return one.tell({ is: 'answer', id: said.id, value: ledger.take(id, said.bounds) });
      case 'leave':
        return ledger.leave(id, said.bounds);
      case 'held':
        ledger.note(id, said.change);
        return tellOthers(id, [said.change]);
      case 'metrics':
        return void metrics()
          .catch((err: unknown) => log.error({ err }, 'the metrics of the workers could not be added up'))
          .then((value) => one.tell({ is: 'answer', id: said.id, value }));
      case 'measured':
        sum.note(id, said.measured);
        return one.measured?.();
    }
  }

  function tellOthers(id: number, changes: readonly CountChange[]): void {
    for (const [other, { hears, tell }] of running)
      if (hears && other !== id) for (const change of changes) tell({ is: 'held', change });
  }

  /** A worker serves, or has ended. */
  function listening(): void {
    const serving = [...running.values()].filter(({ listens }) => listens).length;
    for (const { tell } of running.values()) tell({ is: 'workers', listening: serving, of });
    if (stops > 0) return;
    if (running.size + restarts.size === 1 && of > 1) for (let i = 1; i < of; i += 1) start();
    const isSettled = restarts.size > 0 || [...running.values()].every(({ listens }) => listens);
    if (!isSettled || hasBanner || banner === undefined) return;
    hasBanner = true;
    process.stdout.write(banner);
  }

  function ended(id: number, code: number | null, signal: string): void {
    const one = running.get(id);
    if (!running.delete(id)) return;
    tellOthers(id, ledger.gone(id));
    sum.gone(id);
    one?.measured?.();
    if (stops > 0) {
      if (code !== 0 && one?.listens) exitCode = 1;
      if (running.size === 0) over();
      return;
    }
    if (banner === undefined) {
      // It has said why, unless it was killed.
      if (signal === 'SIGTERM' || signal === 'SIGINT') process.exit(0);
      if (signal) process.stderr.write(`The first worker was ended by ${signal} before it could serve\n`);
      process.exit(code || 1);
    }
    failures = performance.now() - one!.startedAt < healthyMs ? failures + 1 : 0;
    const delayMs = Math.min(longestDelayMs, firstDelayMs * 2 ** failures);
    log.error({ worker: id, code, signal: signal || undefined, delayMs }, 'a worker ended; another one replaces it');
    const restart = setTimeout(() => {
      restarts.delete(restart);
      start();
    }, delayMs);
    restarts.add(restart);
    listening();
  }

  const metrics = (): Promise<string> => (text ??= measure().finally(() => (text = undefined)));

  async function measure(): Promise<string> {
    const asked = [...running.values()].filter(({ listens }) => listens);
    const all = asked.map(
      (one) =>
        new Promise<void>((resolve) => {
          one.measured = resolve;
          setTimeout(resolve, measureMs).unref();
          one.tell({ is: 'measure' });
        }),
    );
    await Promise.all(all);
    return sum.text();
  }

  function stop(signal: NodeJS.Signals): void {
    stops += 1;
    if (stops === 1) {
      for (const restart of restarts) clearTimeout(restart);
      if (isTerminal) process.stdout.write('\nStopping Parley… ');
      else log.info({ signal }, 'stopping');
      // A worker that hangs cannot end itself.
      setTimeout(
        () => {
          exitCode = 1;
          for (const { worker } of running.values()) worker.process.kill('SIGKILL');
        },
        stopMs(config) + measureMs,
      ).unref();
    }
    for (const { worker, listens, tell } of running.values()) {
      if (listens) tell({ is: 'stop', signal, again: stops > 1 });
      else worker.process.kill(signal);
    }
    if (running.size === 0) over();
  }

  function over(): void {
    if (isTerminal) process.stdout.write('stopped.\n');
    process.exit(exitCode);
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => isRepeated(signal) || stop(signal));
  start();
}
