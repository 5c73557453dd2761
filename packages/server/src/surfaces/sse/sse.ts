import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { LoggedEvent } from '../../engine/stream/logged.ts';
import type { Notice } from '../../engine/stream/notice.ts';
import { unsentWhileLive, type Sink } from '../../engine/stream/follow.ts';
import { keepAliveMs, stuckMs } from '../../call/events.ts';

const farewellMs = 5_000;
const unsentWhileReplaying = 64 * 1024;
/** How much the socket gets at a time, so that a slow reader can be distinguished from a stuck one. */
const pieceBytes = 64 * 1024;

/** What a stream does with a reader that is silent. */
export interface Patience {
  keepAliveMs: number;
  /** Sent that often, unless something is still to be sent. */
  keepAlive(): Buffer;
  /** How long the reader can take nothing before it is cut. */
  stuckMs: number;
}

const comment = Buffer.from(': keep-alive\n\n');
const usual: Patience = { keepAliveMs, keepAlive: () => comment, stuckMs };

/** A Server-Sent Events stream on the socket itself: without chunked encoding, one buffer can serve any number of streams. */
export class EventStream implements Sink {
  readonly gone: Promise<void>;
  readonly #socket: Socket;
  readonly #timer: NodeJS.Timeout;
  readonly #stuckMs: number;
  /** Frames that wait until the socket has taken the earlier ones. */
  readonly #queue: Buffer[] = [];
  #queued = 0;
  #stuck: NodeJS.Timeout | undefined;
  #live = false;
  #closed = false;
  #leave = () => {};
  #roomy = () => {};

  /** `response` must have its socket. */
  constructor(response: ServerResponse, headers: Record<string, string | number | string[]>, patience: Partial<Patience> = {}) {
    const { keepAliveMs, keepAlive, stuckMs } = { ...usual, ...patience };
    // Neither a length nor chunks: the stream ends with the connection.
    response.useChunkedEncodingByDefault = false;
    response.shouldKeepAlive = false;
    response.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    response.flushHeaders();
    this.#stuckMs = stuckMs;
    this.#socket = response.socket!;
    this.#socket.setNoDelay(true);
    // A stream can be silent for long; `#stuck` finds readers that take nothing.
    this.#socket.setTimeout(0);
    this.#timer = setInterval(() => this.#unsent || this.#write(keepAlive()), keepAliveMs);
    this.gone = new Promise((resolve) => (this.#leave = resolve));
    if (this.#socket.destroyed) this.#gone();
    else this.#socket.once('close', () => this.#gone());
  }

  get closed(): boolean {
    return this.#closed;
  }

  deliver(_events: readonly LoggedEvent[], frames: Buffer): void {
    this.#write(frames);
  }

  notify(notice: Notice): void {
    this.#write(notice.frame);
  }

  live(): void {
    this.#live = true;
  }

  async room(): Promise<void> {
    if (this.#closed || this.#unsent <= unsentWhileReplaying) return;
    await new Promise<void>((resolve) => (this.#roomy = resolve));
  }

  /** Still sends what is queued, because the reader could not request it again. */
  end(): void {
    if (this.#closed) return;
    this.#over();
    if (!this.#stuck) this.#hangUp();
  }

  /** Otherwise a client that does not close its side would keep the socket open forever. */
  #hangUp(): void {
    this.#socket.end();
    const farewell = setTimeout(() => this.#socket.destroy(), farewellMs).unref();
    this.#socket.once('close', () => clearTimeout(farewell));
  }

  get #unsent(): number {
    return this.#queued + this.#socket.writableLength;
  }

  #write(frames: Buffer): void {
    if (this.#closed) return;
    // Counts earlier writes only: a single large event does not cut a reader that has read everything before it.
    if (this.#live && this.#unsent > unsentWhileLive) {
      this.#socket.destroy();
      return;
    }
    const isFree = this.#stuck === undefined;
    if (isFree && frames.length <= pieceBytes) {
      this.#socket.write(frames, this.#taken);
      if (this.#socket.writableLength > 0) this.#wait();
      return;
    }
    this.#queue.push(frames);
    this.#queued += frames.length;
    if (isFree) this.#next();
  }

  /** Writes the next queued piece to the socket. */
  #next(): void {
    let count = 0;
    for (let size = 0; size < pieceBytes && count < this.#queue.length; count += 1) size += this.#queue[count]!.length;
    const [first, ...more] = this.#queue.splice(0, count);
    const joined = more.length ? Buffer.concat([first!, ...more]) : first!;
    const piece = joined.subarray(0, pieceBytes);
    if (piece.length < joined.length) this.#queue.unshift(joined.subarray(pieceBytes));
    this.#queued -= piece.length;
    this.#socket.write(piece, this.#taken);
    this.#wait();
  }

  #wait(): void {
    if (this.#stuck) this.#stuck.refresh();
    else this.#stuck = setTimeout(() => this.#socket.destroy(), this.#stuckMs).unref();
  }

  /** The system has taken the last piece. */
  readonly #taken = (): void => {
    if (!this.#stuck || this.#socket.writableLength > 0) return;
    if (this.#unsent <= unsentWhileReplaying) this.#roomy();
    if (this.#queue.length > 0) return this.#next();
    clearTimeout(this.#stuck);
    this.#stuck = undefined;
    if (this.#closed) this.#hangUp();
  };

  /** From now on nothing is accepted. */
  #over(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    this.#leave();
    this.#roomy();
  }

  #gone(): void {
    this.#over();
    clearTimeout(this.#stuck);
    this.#stuck = undefined;
    this.#queue.length = 0;
  }
}
