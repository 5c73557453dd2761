import { connect, type Socket } from 'node:net';
import type { RecordableHistogram } from 'node:perf_hooks';
import { take, type Quantiles } from '../measure/statistics.ts';
import { startChild, type Child } from '../process/child.ts';

/** Of all listeners: what is read is used at once. */
const buffer = Buffer.allocUnsafe(256 * 1024);
/** What a message begins with, so that its delivery can be timed. */
const timed = /"content":"at ([\d.]+) /g;
const numbered = /^id: (\d+)$/gm;

/** The present instant in ms, finer than that of `Date`, for messages that are timed. */
export const now = (): number => performance.timeOrigin + performance.now();

/** What a listener reads: only how much came, or the sequences, and when messages were sent, or nothing. */
export type Reads = 'bytes' | 'events' | 'nothing';

/** What a process with many streams is asked. */
export type Order =
  | { do: 'listen'; group: string; port: number; requests: readonly Uint8Array[]; reads: Reads }
  /** Waits until each stream of the group has got so many bytes since the last order, or never will. */
  | { do: 'hear'; group: string; bytes?: number }
  | { do: 'leave'; group: string };

/** What the streams of a group have got. */
export interface Heard extends Quantiles {
  open: number;
  /** Why some are not open any more. */
  ends: readonly string[];
  /** Bytes since the last order. */
  least: number;
  most: number;
  /** Since they were opened: messages that say when they were sent, and events that came twice, or too late. */
  messages: number;
  repeated: number;
}

export type Listeners = Child<Order, Heard>;

/** Starts a process with many streams, so that its work does not count as the server's. */
export const startListeners = (): Listeners => startChild('generators/listeners.js');

/** How many sockets a process can open, if known. */
export function openFilesLimit(): number {
  const report = process.report.getReport() as unknown as { userLimits?: { open_files?: { hard: number | string } } };
  const limit = report.userLimits?.open_files?.hard ?? Infinity;
  return limit === 'unlimited' ? Infinity : Number(limit);
}

/** A stream that reads little of what it is sent. */
export class Listener {
  bytes = 0;
  /** Events that it got twice, or too late. */
  repeated = 0;
  isOpen = false;
  /** Why it ended; undefined while it is open. */
  ended: string | undefined;
  #last = 0;
  #rest = '';
  readonly #socket: Socket;
  readonly #delays: RecordableHistogram;

  /** `delays` gets the delay of each message that says when it was sent. */
  constructor(port: number, request: Uint8Array, reads: Reads, delays: RecordableHistogram) {
    this.#delays = delays;
    const callback = (length: number) => {
      this.bytes += length;
      if (reads === 'bytes') this.isOpen = true;
      else this.#read(buffer.toString('latin1', 0, length));
      return true;
    };
    this.#socket = connect({ port, host: '127.0.0.1', ...(reads !== 'nothing' && { onread: { buffer, callback } }) });
    if (reads === 'nothing') this.#socket.pause();
    this.#socket.once('connect', () => {
      this.#socket.write(request);
      if (reads === 'nothing') this.isOpen = true;
    });
    this.#socket.once('error', ({ message }) => (this.ended ??= message));
    this.#socket.once('close', () => (this.ended ??= 'was closed'));
  }

  close(): void {
    this.ended ??= 'left';
    this.#socket.destroy();
  }

  #read(text: string): void {
    if (!this.isOpen) {
      if (text.startsWith('HTTP/1.1 200')) this.isOpen = true;
      else this.ended ??= text.slice(0, 12);
    }
    const all = this.#rest + text;
    const end = all.lastIndexOf('\n\n') + 1;
    const whole = all.slice(0, end);
    this.#rest = all.slice(end);
    for (const [, id] of whole.matchAll(numbered)) {
      const sequence = Number(id);
      // Some events are for others, so there can be gaps.
      if (sequence <= this.#last) this.repeated += 1;
      this.#last = sequence;
    }
    const at = now();
    for (const [, sentAt] of whole.matchAll(timed)) take(this.#delays, at - Number(sentAt));
  }
}
