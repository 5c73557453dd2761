import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { LoggedEvent, Notice } from '../events/log.ts';
import type { Sink } from '../events/follow.ts';

const keepAliveMs = 15_000;
const farewellMs = 5_000;
const keepAlive = Buffer.from(': keep-alive\n\n');
const unsentWhileLive = 1024 * 1024;
const unsentWhileReplaying = 64 * 1024;

/** A Server-Sent Events stream on the bare socket: without chunks, so that one buffer serves any number of streams. */
export class EventStream implements Sink {
  readonly gone: Promise<void>;
  readonly #socket: Socket;
  readonly #timer: NodeJS.Timeout;
  #live = false;
  #closed = false;

  constructor(response: ServerResponse, headers: Record<string, string | number | string[]>) {
    // Neither a length nor chunks: the end of the connection is the end of the stream.
    response.useChunkedEncodingByDefault = false;
    response.shouldKeepAlive = false;
    response.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    response.flushHeaders();
    this.#socket = response.socket!;
    this.#socket.setNoDelay(true);
    this.#socket.setTimeout(0);
    this.#timer = setInterval(() => this.#write(keepAlive), keepAliveMs);
    this.gone = new Promise((resolve) => {
      this.#socket.once('close', () => {
        this.#closed = true;
        clearInterval(this.#timer);
        resolve();
      });
    });
    this.#write(Buffer.from('retry: 3000\n\n'));
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
    if (this.#closed || this.#socket.writableLength <= unsentWhileReplaying) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        this.#socket.off('drain', done).off('close', done);
        resolve();
      };
      this.#socket.on('drain', done).on('close', done);
    });
  }

  end(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#timer);
    this.#socket.end();
    // A caller who reads nothing would hold the socket open for good.
    setTimeout(() => this.#socket.destroy(), farewellMs).unref();
  }

  #write(frames: Buffer): void {
    if (this.#closed || this.#socket.destroyed) return;
    // What is unsent of earlier writes: one that is large does not cut whoever has read all before it.
    if (this.#live && this.#socket.writableLength > unsentWhileLive) this.#socket.destroy();
    else this.#socket.write(frames);
  }
}
