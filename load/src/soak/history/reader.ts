import { setTimeout as sleep } from 'node:timers/promises';
import { ask, openStream, Refused, type Member, type Message, type Server, type StreamEvent } from '@parley/testing';
import type { View } from './history.ts';

const pauseMs = 100;

/** Follows a space by stream and by polls, at one server at a time, and continues where it stopped. */
export class Reader implements View {
  readonly reader: string;
  readonly events: StreamEvent[] = [];
  readonly polled: Message[] = [];
  /** Answers that are never right. */
  readonly faults: string[] = [];
  readonly #member: Member;
  readonly #server: Server;
  #leave = (): void => {};

  constructor(reader: string, member: Member, server: Server) {
    this.reader = reader;
    this.#member = member;
    this.#server = server;
  }

  async follow(over: AbortSignal): Promise<void> {
    over.addEventListener('abort', () => this.#leave());
    await Promise.all([this.#listen(over), this.#poll(over)]);
  }

  /** The newest event that it has seen in both ways. */
  get last(): number {
    return this.events.at(-1)?.id ?? 0;
  }

  async #listen(over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      try {
        const stream = await openStream(this.#server, this.#member, { lastEventId: this.last }, (event) => {
          if (event.id !== undefined) this.events.push(event);
        });
        this.#leave = stream.leave;
        if (over.aborted) stream.leave();
        await stream.ended;
      } catch (error) {
        if (error instanceof Refused && error.status !== 503) this.faults.push(error.message);
        else if (!(error instanceof Refused || error instanceof TypeError)) throw error;
      }
      await sleep(pauseMs);
    }
  }

  async #poll(over: AbortSignal): Promise<void> {
    let cursor: string | undefined;
    while (!over.aborted) {
      const page = await ask(this.#server, 'listMessages', this.#member, { timestamp: cursor, limit: 100 }).catch(
        () => undefined,
      );
      if (page?.status === 200) {
        this.polled.push(...page.body.messages);
        ({ cursor } = page.body);
      } else if (page && page.status !== 0 && page.status !== 503) this.faults.push(`listMessages answered ${page.status}`);
      await sleep(pauseMs);
    }
  }
}
