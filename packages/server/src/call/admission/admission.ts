import { ServiceError } from '@parley/core';
import type { Config } from '../../config.ts';
import type { Counter, RateStanding } from '../../engine/limits/counter.ts';
import type { Counts } from '../../engine/limits/counts.ts';
import type { Meter } from '../../engine/observe/meter.ts';
import { AnswerBudget } from './answer-budget.ts';
import { clientsIn, type Asked, type Known } from './client.ts';
import { Seats } from './seats.ts';
import { Workload } from './workload.ts';

const hour = 3_600;
const seatsPerCredential = 50;
const seatsPerAddress = 1_000;
/** Each holds a chunk in memory, and writes. */
const uploads = { perCredential: 4, perAddress: 8, inAll: 128 };

/** Each keeps a connection for reads busy for a while. */
const searches = { perCredential: 2, perAddress: 16, inAll: 64 };
/** As many requests as it counts for, besides itself. */
const costsMore = 4;

/** The window of the rate limits, in s, and the requests in it that are announced while the limits are off. */
export const windowSeconds = 60;
export const defaultLimit = 300;

/** What can refuse a request, a connection or an answer. */
export const limitNames = [
  'client',
  'address',
  'creation',
  'streams',
  'key_streams',
  'address_streams',
  'answers',
  'pipelining',
  'connections',
  'address_connections',
  'calls',
  'uploads',
  'searches',
  'disk',
] as const;

export type LimitName = (typeof limitNames)[number];

/** Everything that bounds what one caller, one address and all of them together can use, whatever the transport. */
export type Admission = ReturnType<typeof openAdmission>;

interface Shared extends Known {
  /** Counts the requests of each client. */
  clients: Counter;
  /** Counts everything else. */
  counts: Counts;
  /** Counts what the limits refuse. */
  meter: Meter;
}

export function openAdmission(config: Config, { clients, counts, meter, ...known }: Shared) {
  const isOn = config.PARLEY_RATE_LIMIT > 0;
  const refused = (limit: LimitName) => meter.count('parley_limit_refusals_total', limit);
  const made = counts.openBook({ name: 'creations', points: config.PARLEY_SPACES_PER_HOUR, seconds: hour });

  const clientOf = clientsIn(known);

  const assertMade = (what: string, { remaining, resetSeconds: retryAfter }: RateStanding): void => {
    if (!isOn || remaining >= 0) return;
    refused('creation');
    const text = `Too many ${what} created from this address within an hour; try again in ${retryAfter} s`;
    throw new ServiceError('rate_limited', text, { retryAfter });
  };

  return {
    /** Whether rate limits apply: `PARLEY_RATE_LIMIT=0` switches them off. Memory limits always apply. */
    isOn,
    /** The limit of a client as announced to callers. */
    limit: config.PARLEY_RATE_LIMIT || defaultLimit,
    /** The counter per address, which every request uses before any lookup, whatever key it sends. */
    addresses: counts.openBook({ name: 'addresses', points: config.PARLEY_RATE_LIMIT_ADDRESS, seconds: windowSeconds }),
    clients,
    clientOf,
    refused,
    workload: new Workload({ most: config.PARLEY_MAX_CALLS, refused: () => refused('calls') }),
    answers: new AnswerBudget(() => refused('answers'), counts.held('answers')),
    /** The open connections of each address. */
    connections: counts.held('connections'),
    seats: new Seats({
      perCredential: isOn ? seatsPerCredential : Number.MAX_SAFE_INTEGER,
      perAddress: isOn ? seatsPerAddress : Number.MAX_SAFE_INTEGER,
      inAll: config.PARLEY_MAX_STREAMS,
      counts,
      refused,
    }),

    /** Uploads in progress. */
    uploads: new Seats({
      perCredential: isOn ? uploads.perCredential : Number.MAX_SAFE_INTEGER,
      perAddress: isOn ? uploads.perAddress : Number.MAX_SAFE_INTEGER,
      inAll: uploads.inAll,
      what: 'uploads',
      counts,
      refused: () => refused('uploads'),
    }),

    /** Searches in progress, and what else reads much of a space. */
    searches: new Seats({
      perCredential: isOn ? searches.perCredential : Number.MAX_SAFE_INTEGER,
      perAddress: isOn ? searches.perAddress : Number.MAX_SAFE_INTEGER,
      inAll: searches.inAll,
      what: 'searches and redactions',
      counts,
      refused: () => refused('searches'),
    }),

    /** Counts a call of a client as several. Rejects with 429 if that exceeds its limit. */
    async countCostly(asked: Asked, address: string): Promise<void> {
      const { remaining, resetSeconds: retryAfter } = await clients.spend(await clientOf(asked, address), costsMore);
      if (!isOn || remaining >= 0) return;
      refused('client');
      throw new ServiceError('rate_limited', `Too many requests; try again in ${retryAfter} s`, { retryAfter });
    },

    /** Counts what is created without a credential. Throws or rejects with 429 if its address created too many within the hour. */
    assertMayMake(what: string, address: string): void | Promise<void> {
      const standing = made.spend(`${what} ${address}`, 1);
      return standing instanceof Promise ? standing.then((known) => assertMade(what, known)) : assertMade(what, standing);
    },

    /** Takes the only export of a space at a time; false if it is taken. */
    mayExport: async (spaceId: string): Promise<boolean> => (await counts.take([exportOf(spaceId)])) === undefined,
    exported: (spaceId: string): void => counts.leave([exportOf(spaceId)]),
  };
}

const exportOf = (spaceId: string) => ({ of: 'exports', key: spaceId, most: 1 });
