import { throttle } from '../../../engine/limits/throttle.ts';
import type { OpenCounter } from '../../../engine/limits/counter.ts';
import { startOutbox, type Outbox } from './outbox.ts';
import { Receivers, type ReceiverOptions } from './receivers.ts';
import { WakeSender, type WakeOptions } from './wakes.ts';

/** Per network address of receivers that have not echoed a challenge. */
const trials = { name: 'requests without consent', points: 120, seconds: 60 };

interface OpeningReceivers extends Omit<ReceiverOptions, 'trials'> {
  openCounter: OpenCounter;
  secret: string;
}

/** What calls the receivers of this process: its limits hold for all that is sent. */
export const openReceivers = ({ openCounter, secret, ...options }: OpeningReceivers): Receivers =>
  new Receivers({ ...options, trials: throttle({ openCounter, secret }, trials) });

interface Opening extends WakeOptions {
  /** Gets the error of a task in the background. */
  failed(error: unknown): void;
}

/** Starts to send what waits in the outbox. */
export function openOutbox({ failed, ...options }: Opening): Outbox {
  const { outbox: store, retryMs, now } = options;
  const sender = new WakeSender(options);
  return startOutbox({ store, send: sender.send.bind(sender), retryMs, now, failed });
}
