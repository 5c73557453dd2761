import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A child process that does one job at a time. */
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
  const child = fork(module, { serialization: 'advanced', env: { ...process.env, ...env }, execArgv: [] });
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    async ask(job) {
      const ended = (code: number | null) => new Error(`${module} ended with code ${code}`);
      if (hasEnded()) throw ended(child.exitCode);
      const reply = new Promise<Reply<Result>>((resolve, reject) => {
        const died = (code: number | null) => reject(ended(code));
        child.once('exit', died);
        child.once('message', (message) => {
          child.off('exit', died);
          resolve(message as Reply<Result>);
        });
      });
      child.send(job as object);
      const settled = await reply;
      if ('error' in settled) throw new Error(settled.error);
      return settled.result;
    },
    async stop() {
      process.off('exit', killAtExit);
      if (hasEnded()) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
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
