import { get, type ClientRequest, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { EventReader, requestFor, type Member, type Message, type StreamEvent } from '@parley/testing';
import type { View } from '../history/history.ts';
import type { Client, Setting } from './client.ts';

const pauseMs = 100;

/** Where it reads, by the place of the server, and from which addresses. */
export interface Reading {
  server: number;
  polls?: string;
  follows?: string;
  pollEveryMs?: number;
}

/** Follows a space by stream and by polls, at one server, and continues where it stopped, like an `EventSource`. */
export class Reader implements View {
  readonly reader: string;
  readonly events: StreamEvent[] = [];
  readonly polled: Message[] = [];
  /** Why its stream ended, each time, with the status if it was not opened. */
  readonly ends: { why: string; status?: number | undefined }[] = [];
  readonly #client: Client<Member>;
  readonly #reading: Reading;
  #request: ClientRequest | undefined;

  /** `client` polls. */
  constructor(reader: string, client: Client<Member>, reading: Reading) {
    this.reader = reader;
    this.#client = client;
    this.#reading = reading;
  }

  async follow(): Promise<void> {
    this.#over.addEventListener('abort', () => this.#request?.destroy());
    await Promise.all([this.#listen(), this.#poll()]);
  }

  /** The newest event that came by stream. */
  get last(): number {
    return this.events.at(-1)?.id ?? 0;
  }

  get #over(): Setting['over'] {
    return this.#client.setting.over;
  }

  async #listen(): Promise<void> {
    while (!this.#over.aborted) {
      const end = await this.#readStream().catch(({ message }: Error) => ({ why: `the stream broke: ${message}` }));
      if (!this.#over.aborted) this.ends.push(end);
      await sleep(pauseMs);
    }
  }

  async #readStream(): Promise<Reader['ends'][number]> {
    const { member, setting } = this.#client;
    const { host, port } = setting.servers[this.#reading.server]!;
    const { path } = requestFor('streamMessages', member, { lastEventId: this.last });
    const headers = { 'x-private-key': member.key };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = { host, port, localAddress: this.#reading.follows, path, headers, agent: false };
      this.#request = get(options, resolve).once('error', reject);
    });
    if (response.statusCode !== 200) {
      response.resume();
      return { why: `the stream was refused with ${response.statusCode}`, status: response.statusCode };
    }
    const reader = new EventReader();
    for await (const text of response.setEncoding('utf8') as AsyncIterable<string>) {
      for (const { event, id, data } of reader.take(text)) {
        if (id !== undefined) this.events.push({ event, id: Number(id), data: JSON.parse(data) as unknown } as StreamEvent);
      }
    }
    return { why: 'the stream was cut' };
  }

  async #poll(): Promise<void> {
    let cursor: string | undefined;
    while (!this.#over.aborted) {
      const { body } = await this.#client.ask('listMessages', { timestamp: cursor, limit: 100 });
      if (body) {
        this.polled.push(...body.messages);
        ({ cursor } = body);
      }
      await sleep(this.#reading.pollEveryMs ?? pauseMs);
    }
  }
}
