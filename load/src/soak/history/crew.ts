import { setTimeout as sleep } from 'node:timers/promises';
import { createArtifact, meeting, openStream, type Member, type Server, type StreamEvent } from '@parley/testing';
import { faultsIn } from './check.ts';
import { History, type Attempt } from './history.ts';
import { Person } from './person.ts';
import { Reader } from './reader.ts';
import { edit, talk } from './work.ts';

const [talkers, editors, artifacts] = [6, 4, 2];
const lookMs = 20;

/** People who talk and edit in a space, through any of several servers, while readers follow at each of them. */
export class Crew {
  readonly history = new History();
  readonly #servers: readonly Server[];
  readonly #owner: Member;
  readonly #readers: Reader[];
  readonly #working: Promise<unknown>;
  readonly #reading: Promise<unknown>;
  readonly #rest = new AbortController();
  readonly #leave = new AbortController();

  private constructor(
    servers: readonly Server[],
    owner: Member,
    crew: readonly Member[],
    plans: readonly string[],
    random: () => number,
  ) {
    this.#servers = servers;
    this.#owner = owner;
    const ground = { servers, history: this.history, random, over: this.#rest.signal };
    this.#readers = servers.map((server, i) => new Reader(`server ${i}`, owner, server));
    this.#reading = Promise.all(this.#readers.map((reader) => reader.follow(this.#leave.signal)));
    const people = crew.map((member) => new Person(member, ground));
    this.#working = Promise.all([
      ...people.slice(0, talkers).map((person, i) => talk(person, `Talker ${i}`)),
      ...people.slice(talkers).map((person, i) => edit(person, plans[i % artifacts]!, `Editor ${i}`)),
    ]);
  }

  /** Opens a space, and lets everybody begin. `random` chooses what they do. */
  static async begin(servers: readonly [Server, ...Server[]], random: () => number): Promise<Crew> {
    const { owner, crew } = await meeting(servers[0], talkers + editors);
    const plans = await Promise.all(Array.from({ length: artifacts }, () => createArtifact(servers[0], owner)));
    return new Crew(servers, owner, crew, plans, random);
  }

  /** Waits until every server, or the ones that are named, gave an answer of a kind from now on. */
  async sees(
    kind: (attempt: Attempt) => boolean,
    servers: readonly number[] = [...this.#servers.keys()],
    patienceMs = 120_000,
  ): Promise<number> {
    const start = performance.now();
    let read = this.history.attempts.length;
    const missing = new Set(servers);
    while (missing.size > 0) {
      for (; read < this.history.attempts.length; read += 1) {
        const attempt = this.history.attempts[read]!;
        // One that was asked before is no news.
        if (attempt.at - attempt.ms >= start && kind(attempt)) missing.delete(attempt.server);
      }
      if (performance.now() - start > patienceMs)
        throw new Error(`no such answer of server ${[...missing].join(', ')} in ${patienceMs / 1000} s`);
      await sleep(lookMs);
    }
    return performance.now() - start;
  }

  /** Waits until a write is acknowledged, by each server; returns how long that took. */
  works = (servers?: readonly number[]): Promise<number> => this.sees(isWritten, servers);

  /** Ends the work, lets readers catch up, and compares everything. Returns what is wrong. */
  async finish(patienceMs = 60_000): Promise<string[]> {
    this.#rest.abort();
    await this.#working;
    const log = await this.#log();
    const messages = log.filter(({ event }) => event === 'message').length;
    const end = log.at(-1)?.id ?? 0;
    const hasAll = (reader: Reader) => reader.last >= end && reader.polled.length >= messages;
    for (const start = performance.now(); !this.#readers.every(hasAll) && performance.now() - start < patienceMs;)
      await sleep(lookMs);
    this.#leave.abort();
    await this.#reading;
    // A lock can expire after the last event that was awaited.
    const views = this.#readers.map(({ reader, events, polled }) => ({
      reader,
      events: events.filter(({ id }) => id! <= end),
      polled: polled.filter(({ sequence }) => sequence <= end),
    }));
    return [...this.#readers.flatMap(({ faults }) => faults), ...faultsIn(this.history, log, views)];
  }

  /** Everything in the log, read at once. */
  async #log(): Promise<StreamEvent[]> {
    const stream = await openStream(this.#servers[0]!, this.#owner, { lastEventId: 0 });
    const head = () => stream.events.find(({ event }) => event === 'ready')?.data as { sequence: number } | undefined;
    const isRead = () =>
      head() !== undefined && (stream.events.findLast(({ id }) => id !== undefined)?.id ?? 0) >= head()!.sequence;
    while (!isRead()) await sleep(lookMs);
    stream.leave();
    return stream.events.filter(({ id }) => id !== undefined);
  }
}

export const isWritten = ({ operation, status }: Attempt): boolean => operation === 'sendMessage' && status === 200;
export const isRefused = ({ status }: Attempt): boolean => status === 503;
