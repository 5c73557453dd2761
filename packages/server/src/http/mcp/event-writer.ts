import type { FastifyReply } from 'fastify';
import { stuckMs } from '../../transport/events.ts';

/** Writes a stream of small events. A reader that takes nothing for a while is cut. */
export class EventWriter {
  readonly gone: Promise<void>;
  readonly #raw: FastifyReply['raw'];
  #stuck: NodeJS.Timeout | undefined;

  constructor(reply: FastifyReply) {
    reply.hijack();
    this.#raw = reply.raw;
    this.#raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    // A stream can be silent for long; `#stuck` finds readers that take nothing.
    this.#raw.socket?.setTimeout(0);
    this.gone = new Promise((resolve) => {
      if (this.#raw.destroyed || this.#raw.socket?.destroyed) resolve();
      this.#raw.once('close', resolve);
    });
    this.#raw.on('drain', () => {
      clearTimeout(this.#stuck);
      this.#stuck = undefined;
    });
    void this.gone.then(() => clearTimeout(this.#stuck));
  }

  /** Sends a JSON-RPC message. */
  send(message: object): void {
    this.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);
  }

  write(frame: string | Uint8Array): void {
    if (this.#raw.destroyed || this.#raw.writableEnded) return;
    if (!this.#raw.write(frame)) this.#stuck ??= setTimeout(() => this.#raw.destroy(), stuckMs).unref();
  }

  /** Writes what a stream contains until it ends or the reader is gone. */
  async pump(stream: ReadableStream<Uint8Array>): Promise<void> {
    const reader = stream.getReader();
    void this.gone.then(() => reader.cancel().catch(() => {}));
    for (let next = await reader.read(); !next.done; next = await reader.read()) this.write(next.value);
  }

  end(): void {
    if (!this.#raw.writableEnded) this.#raw.end();
  }
}
