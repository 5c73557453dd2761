import { constants } from 'node:os';

/** A signal asked this process to end. */
export class Interrupted extends Error {
  readonly exitCode: number;

  constructor(signal: keyof typeof constants.signals) {
    super(`Ended by ${signal}`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

const controller = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => controller.abort(new Interrupted(name)));
// What a callback throws ends the run like a signal, so that nothing stays behind.
process.on('uncaughtException', (error) => controller.abort(error));

/** Aborted when this process has to end. */
export const interrupted: AbortSignal = controller.signal;

const interruption = new Promise<never>((_resolve, reject) => {
  interrupted.addEventListener('abort', () => reject(interrupted.reason as Error));
});
interruption.catch(() => {});

/** The result of `work`, unless this process has to end before. */
export const unlessInterrupted = <Result>(work: Promise<Result>): Promise<Result> => Promise.race([work, interruption]);
