import { setTimeout as sleep } from 'node:timers/promises';
import {
  answer,
  ask,
  openStream,
  Refused,
  unanswered,
  type Ending,
  type Member,
  type Message,
  type Server,
  type Stream,
  type StreamEvent,
} from '@parley/testing';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';

const pauseMs = 20;

/** Reads a space by stream and by polling, and keeps its positions across server restarts. */
export class Reader {
  readonly member: Member;
  /** Every event of the log, as delivered by the stream. */
  readonly events: StreamEvent[] = [];
  readonly messages: Message[] = [];
  readonly polled: Message[] = [];
  #cursor: string | undefined;

  constructor(member: Member) {
    this.member = member;
  }

  /** Reads until the server or the test ends; returns how the stream ended. */
  async follow(server: Server, over?: AbortSignal): Promise<Ending | undefined> {
    const [ending] = await Promise.all([this.#listen(server, over), this.#poll(server, over)]);
    return ending;
  }

  /** Reads everything up to now. */
  async catchUp(server: Server): Promise<void> {
    const stream = await this.#stream(server);
    const ready = () => stream.events.find(({ event }) => event === 'ready')?.data as { sequence: number } | undefined;
    await eventually(() => ready() && (this.events.at(-1)?.id ?? 0) >= ready()!.sequence);
    stream.leave();
    for (let more = true; more;) {
      const page = await answer(200, server, 'listMessages', this.member, { timestamp: this.#cursor });
      this.#take(page);
      more = page.hasMore;
    }
  }

  async #listen(server: Server, over?: AbortSignal): Promise<Ending | undefined> {
    while (!over?.aborted) {
      try {
        const stream = await this.#stream(server);
        over?.addEventListener('abort', stream.leave);
        // The test can have ended before the stream was open.
        if (over?.aborted) stream.leave();
        return await stream.ended;
      } catch (error) {
        if (error instanceof TypeError) return undefined;
        if (!(error instanceof Refused) || error.status !== 503) throw error;
        await sleep(pauseMs);
      }
    }
    return undefined;
  }

  #stream(server: Server): Promise<Stream> {
    return openStream(server, this.member, { lastEventId: this.events.at(-1)?.id ?? 0 }, (event) => this.#hear(event));
  }

  #hear(event: StreamEvent): void {
    if (event.id === undefined) return;
    this.events.push(event);
    if (event.event === 'message') this.messages.push(event.data);
  }

  async #poll(server: Server, over?: AbortSignal): Promise<void> {
    while (!over?.aborted) {
      const page = await ask(server, 'listMessages', this.member, { timestamp: this.#cursor, limit: 100 });
      if (page.status === unanswered) return;
      if (page.status === 200) this.#take(page.body);
      else expect(page.body).toMatchObject({ code: 'unavailable' });
      await sleep(pauseMs);
    }
  }

  #take({ messages, cursor }: { messages: Message[]; cursor: string }): void {
    this.polled.push(...messages);
    this.#cursor = cursor;
  }
}
