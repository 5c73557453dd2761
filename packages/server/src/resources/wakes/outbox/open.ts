import { throttle } from '../../../engine/limits/throttle.ts';
import type { OpenCounter } from '../../../engine/limits/counter.ts';
import { Outbox } from './outbox.ts';
import { WakeSender, type WakeOptions } from './wakes.ts';

/** Per network address of receivers that have not echoed a challenge. */
const trials = { name: 'requests without consent', points: 120, seconds: 60 };

interface Opening extends Omit<WakeOptions, 'trials'> {
  openCounter: OpenCounter;
  /** Gets the error of a task in the background. */
  failed(error: unknown): void;
}

/** Starts to send what waits in the outbox. */
export function openOutbox({ openCounter, failed, ...options }: Opening): Outbox {
  const { outbox: store, secret, retryMs, now } = options;
  const sender = new WakeSender({ ...options, trials: throttle({ openCounter, secret }, trials) });
  return new Outbox({ store, send: sender.send.bind(sender), retryMs, now, failed });
}
