import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationName, OutputOf } from '@parley/core';
import { logOf, requestFor, type Caller, type Input, type Member } from '@parley/testing';
import { faultsIn } from '../history/check.ts';
import { History, type Attempt } from '../history/history.ts';
import { until } from '../process/concurrency.ts';
import type { Client, Told } from './client.ts';
import { exchange, type Target } from './exchange.ts';
import { follow, lastOf, poll, type Reader } from './reader.ts';

const pauseMs = 100;

interface How {
  servers: readonly Target[];
  /** How long they wait for an answer. */
  patienceMs?: number;
}

/** Which server a client asks, any without it, and from which address. */
interface Place {
  server?: number | undefined;
  from?: string | undefined;
}

export type Group = ReturnType<typeof openGroup>;

/** Honest clients of some servers. Some work in a space, readers follow it, and in the end what all were told is compared with its log. */
export function openGroup({ servers, patienceMs = 60_000 }: How) {
  const history = new History();
  const readers: Reader[] = [];
  const agent = new Agent({ keepAlive: true });
  const [working, reading] = [new AbortController(), new AbortController()];
  const over: AbortSignal = working.signal;
  const works: Promise<unknown>[] = [];

  const clientOf = <Who extends Caller>(member: Who, over: AbortSignal, { server: given, from }: Place): Client<Who> => ({
    ...{ member, history, over },
    async ask<Name extends OperationName>(operation: Name, input: Input = {}, idempotencyKey?: string): Promise<Told<Name>> {
      const server = given ?? Math.floor(Math.random() * servers.length);
      const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
      const request = { ...requestFor(operation, member, input), key: member.key, headers };
      const start = performance.now();
      const { status, text, saysWhen } = await exchange(servers[server]!, { ...request, agent, from, patienceMs });
      const at = performance.now();
      const parsed = status ? (JSON.parse(text || '{}') as OutputOf<Name> & { code?: string }) : undefined;
      const why = status ? parsed!.code : text;
      history.attempts.push({ operation, server, at, ms: at - start, status, why, saysWhen });
      if (status === 200) return { body: parsed!, isUnclear: false };
      if (status && status !== 503 && status !== 429) return { isUnclear: false };
      await sleep(pauseMs * (1 + Math.random()));
      return { isUnclear: true };
    },
  });

  /** Waits until every server, or the ones that are named, gave an answer of a kind from now on; returns how long that took. */
  const sees = async (
    kind: (attempt: Attempt) => boolean,
    places: readonly number[] = [...servers.keys()],
    patienceMs = 120_000,
  ): Promise<number> => {
    const { attempts } = history;
    const start = performance.now();
    const missing = new Set(places);
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
  };

  return {
    ...{ history, readers, over, sees },

    client: <Who extends Caller>(member: Who, from?: string) => clientOf(member, over, { from }),

    /** Has work done until the group ends. */
    works: (...work: Promise<unknown>[]) => void works.push(...work),

    /** A reader at one of the servers; it polls from an address. */
    reads(
      name: string,
      member: Member,
      server: number,
      { from, pollEveryMs }: { from?: string; pollEveryMs?: number } = {},
    ): void {
      const reader: Reader = { reader: name, events: [], polled: [], ends: [] };
      const client = clientOf(member, reading.signal, { server, from });
      readers.push(reader);
      void follow(client, servers[server]!, reader);
      void poll(client, reader, pollEveryMs);
    },

    /** Waits until a write is acknowledged, by each server. */
    writes: (places?: readonly number[]) => sees(isWritten, places),

    /** Ends all work. */
    async rest(): Promise<void> {
      working.abort();
      await Promise.all(works);
    },

    /** Lets readers catch up, and compares what everybody was told with the log, as `owner` reads it. Returns what is wrong. */
    async check(owner: Member, patienceMs = 60_000): Promise<string[]> {
      const log = await logOf(servers[0]!, owner);
      const messages = log.filter(({ event }) => event === 'message').length;
      const end = log.at(-1)?.id ?? 0;
      await until(() => readers.every((each) => lastOf(each) >= end && each.polled.length >= messages), patienceMs);
      // A lock can expire after the last event that was awaited.
      const views = readers.map(({ reader, events, polled }) => ({
        reader,
        events: events.filter(({ id }) => id! <= end),
        polled: polled.filter(({ sequence }) => sequence <= end),
      }));
      return faultsIn(history, log, views);
    },

    /** Ends all reading; a server that no longer answers is not waited for. */
    leave(): void {
      reading.abort();
      agent.destroy();
    },
  };
}

const isWritten = ({ operation, status }: Attempt): boolean => operation === 'sendMessage' && status === 200;
export const isRefused = ({ operation, status }: Attempt): boolean => status === 503 && operation !== 'listMessages';
