import { setTimeout as sleep } from 'node:timers/promises';
import { openStream, Refused, type Member, type Message, type StreamEvent } from '@parley/testing';
import type { View } from '../history/history.ts';
import type { Client } from './client.ts';

const pauseMs = 100;

/** Follows a space by stream and by polls, at one server, and continues where it stopped, like an `EventSource`. */
export class Reader implements View {
  readonly reader: string;
  readonly events: StreamEvent[] = [];
  readonly polled: Message[] = [];
  /** Why its stream ended, each time, with the status if it was not opened. */
  readonly ends: { why: string; status?: number }[] = [];
  readonly #client: Client<Member>;
  readonly #pollEveryMs: number;

  /** `client` polls. */
  constructor(reader: string, client: Client<Member>, pollEveryMs = pauseMs) {
    this.reader = reader;
    this.#client = client;
    this.#pollEveryMs = pollEveryMs;
  }

  /** Reads until its client's work is over. */
  follow(): Promise<unknown> {
    return Promise.all([this.#listen(), this.#poll()]);
  }

  /** The newest event that came by stream. */
  get last(): number {
    return this.events.at(-1)?.id ?? 0;
  }

  async #listen(): Promise<void> {
    const { servers, server = 0, over } = this.#client.setting;
    for (; !over.aborted; await sleep(pauseMs)) {
      const end: Reader['ends'][number] = { why: 'the stream was cut' };
      try {
        const stream = await openStream(servers[server]!, this.#client.member, { lastEventId: this.last }, (event) => {
          if (event.id !== undefined) this.events.push(event);
        });
        if (over.aborted) stream.leave();
        over.addEventListener('abort', stream.leave);
        await stream.ended;
        over.removeEventListener('abort', stream.leave);
      } catch (error) {
        end.why = `the stream broke: ${(error as Error).message}`;
        if (error instanceof Refused) end.status = error.status;
      }
      if (!over.aborted) this.ends.push(end);
    }
  }

  async #poll(): Promise<void> {
    for (let cursor: string | undefined; !this.#client.isOver; await sleep(this.#pollEveryMs)) {
      const { body } = await this.#client.ask('listMessages', { timestamp: cursor, limit: 100 });
      if (!body) continue;
      this.polled.push(...body.messages);
      ({ cursor } = body);
    }
  }
}
