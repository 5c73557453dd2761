import { Agent } from 'node:http';
import { openStream, type Caller, type Member, type StreamEvent } from '@parley/testing';
import { faultsIn } from '../history/check.ts';
import { History, type Attempt } from '../history/history.ts';
import { until } from '../process/concurrency.ts';
import { Client, type Setting } from './client.ts';
import { follow, lastOf, poll, type Reader } from './reader.ts';

interface How extends Pick<Setting, 'servers'>, Partial<Pick<Setting, 'patienceMs'>> {
  /** What clients choose follows from it. */
  seed?: number;
}

/** Honest clients of some servers. Some work in a space, readers follow it, and in the end what all were told is compared with its log. */
export class Group {
  readonly history = new History();
  readonly readers: Reader[] = [];
  readonly #agent = new Agent({ keepAlive: true });
  readonly #rest = new AbortController();
  readonly #leave = new AbortController();
  readonly #setting: Omit<Setting, 'over'>;
  readonly #working: Promise<unknown>[] = [];

  constructor({ servers, patienceMs = 60_000, seed }: How) {
    const random = seed === undefined ? Math.random : randomFrom(seed);
    this.#setting = { servers, history: this.history, agent: this.#agent, patienceMs, random };
  }

  get random(): Setting['random'] {
    return this.#setting.random;
  }

  get isOver(): boolean {
    return this.#rest.signal.aborted;
  }

  client<Who extends Caller>(member: Who, from?: string): Client<Who> {
    return new Client(member, { ...this.#setting, over: this.#rest.signal, from });
  }

  /** Has work done until the group ends. */
  works(...work: Promise<unknown>[]): void {
    this.#working.push(...work);
  }

  /** A reader at one of the servers; it polls from an address. */
  reads(name: string, member: Member, server: number, { from, pollEveryMs }: { from?: string; pollEveryMs?: number } = {}): void {
    const client = new Client(member, { ...this.#setting, over: this.#leave.signal, from, server });
    const reader: Reader = { reader: name, events: [], polled: [], ends: [] };
    this.readers.push(reader);
    void follow(client, reader);
    void poll(client, reader, pollEveryMs);
  }

  /** Waits until every server, or the ones that are named, gave an answer of a kind from now on; returns how long that took. */
  async sees(
    kind: (attempt: Attempt) => boolean,
    servers: readonly number[] = [...this.#setting.servers.keys()],
    patienceMs = 120_000,
  ): Promise<number> {
    const { attempts } = this.history;
    const start = performance.now();
    const missing = new Set(servers);
    let read = attempts.length;
    const isSeen = () => {
      for (; read < attempts.length; read += 1) {
        const attempt = attempts[read]!;
        // One that was asked before is no news.
        if (attempt.at - attempt.ms >= start && kind(attempt)) missing.delete(attempt.server);
      }
      return missing.size === 0;
    };
    if (!(await until(isSeen, patienceMs)))
      throw new Error(`no such answer of server ${[...missing].join(', ')} in ${patienceMs / 1000} s`);
    return performance.now() - start;
  }

  /** Waits until a write is acknowledged, by each server. */
  writes = (servers?: readonly number[]): Promise<number> => this.sees(isWritten, servers);

  /** Ends all work. */
  async rest(): Promise<void> {
    this.#rest.abort();
    await Promise.all(this.#working);
  }

  /** Lets readers catch up, and compares what everybody was told with the log, as `owner` reads it. Returns what is wrong. */
  async check(owner: Member, patienceMs = 60_000): Promise<string[]> {
    const log = await this.#log(owner);
    const messages = log.filter(({ event }) => event === 'message').length;
    const end = log.at(-1)?.id ?? 0;
    await until(() => this.readers.every((each) => lastOf(each) >= end && each.polled.length >= messages), patienceMs);
    // A lock can expire after the last event that was awaited.
    const views = this.readers.map(({ reader, events, polled }) => ({
      reader,
      events: events.filter(({ id }) => id! <= end),
      polled: polled.filter(({ sequence }) => sequence <= end),
    }));
    return faultsIn(this.history, log, views);
  }

  /** Ends all reading; a server that no longer answers is not waited for. */
  leave(): void {
    this.#leave.abort();
    this.#agent.destroy();
  }

  /** Everything in the log, read at once. */
  async #log(owner: Member): Promise<StreamEvent[]> {
    const stream = await openStream(this.#setting.servers[0]!, owner, { lastEventId: 0 });
    const numbered = () => stream.events.filter(({ id }) => id !== undefined);
    const isRead = () =>
      stream.events.some(({ event, data }) => event === 'ready' && (numbered().at(-1)?.id ?? 0) >= data.sequence);
    await until(isRead, Infinity);
    stream.leave();
    return numbered();
  }
}

const isWritten = ({ operation, status }: Attempt): boolean => operation === 'sendMessage' && status === 200;
export const isRefused = ({ operation, status }: Attempt): boolean => status === 503 && operation !== 'listMessages';

/** Numbers from 0 to 1 that follow from a seed (mulberry32): clients choose the same again, although times differ. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
