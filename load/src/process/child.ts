import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { killAtExit } from '@parley/testing';

/** A child process that does one job after the other. */
export interface Child<Job, Result> {
  ask(job: Job): Promise<Result>;
  stop(): Promise<void>;
}

const dist = join(import.meta.dirname, '../../dist');

/** A built file of this package, also for tests, which import sources; that of another one by its path. */
export const built = (file: string): string => resolve(dist, file);

type Reply<Result> = { result: Result } | { error: string };

/** Starts a built module that calls `answerJobs`. */
export function startChild<Job, Result>(file: string, env: Record<string, string> = {}): Child<Job, Result> {
  const module = built(file);
  if (!existsSync(module)) throw new Error(`${module} does not exist`);
  const child = killAtExit(fork(module, { serialization: 'advanced', env: { ...process.env, ...env }, execArgv: [] }));
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${module} ended with code ${code}`)));
  ended.catch(() => {});
  const work = async (job: Job): Promise<Result> => {
    if (!child.connected) return ended;
    child.send(job as object);
    const [reply] = (await Promise.race([once(child, 'message'), ended])) as [Reply<Result>];
    if ('error' in reply) throw new Error(reply.error);
    return reply.result;
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    ask(job) {
      const result = last.then(() => work(job));
      last = result.catch(() => {});
      return result;
    },
    async stop() {
      child.kill('SIGKILL');
      await ended.catch(() => {});
    },
  };
}

/** The child's side: answers each job with the result of `work`. Ends with its parent. */
export function answerJobs(work: (job: never) => unknown): void {
  process.on('disconnect', () => process.exit());
  process.on('message', async (job) => {
    try {
      process.send!({ result: await work(job as never) } satisfies Reply<unknown>);
    } catch (error) {
      process.send!({ error: (error as Error).stack ?? String(error) } satisfies Reply<unknown>);
    }
  });
}
