import { ServiceError, type Operation } from '@parley/core';
import type { Config } from '../../config.ts';
import type { ServerResponse } from 'node:http';
import type { Counter } from '../../limits/counter.ts';
import { Windows } from '../../limits/windows.ts';
import { AnswerBudget, type Weight } from './answer-budget.ts';
import { clientsIn, type Known } from './client.ts';
import { defaultLimit, rateLimiter, windowSeconds } from './rate-limit.ts';
import { Seats } from './seats.ts';

const hour = 3_600;
/** Bytes of an answer that cost its address as much as one more request. */
const bytesPerRequest = 256 * 1024;
const seatsPerCredential = 50;
const seatsPerAddress = 1_000;

/** The assets of a page do not count. */
const isOfPage = (url: string): boolean => /^\/(pages\/|avatars\/|favicon\.ico$)/.test(url);

/** Everything that bounds what one caller, one address and all of them together can use. */
export type Admission = ReturnType<typeof openAdmission>;

interface Shared extends Known {
  /** Counts the requests of each client. */
  clients: Counter;
}

export function openAdmission(config: Config, { clients, ...known }: Shared) {
  const isOn = config.PARLEY_RATE_LIMIT > 0;
  const limit = config.PARLEY_RATE_LIMIT || defaultLimit;
  const addresses = new Windows({ limit: config.PARLEY_RATE_LIMIT_ADDRESS, seconds: windowSeconds });
  const answers = new AnswerBudget();
  const unlimited = new Set<string>(
    Object.values<Operation>(known.contract).flatMap((each) => (each.unlimited ? each.path : [])),
  );
  const made = new Windows({ limit: config.PARLEY_SPACES_PER_HOUR, seconds: hour });

  return {
    /** Whether rate limits apply: `PARLEY_RATE_LIMIT=0` switches them off. Memory limits always apply. */
    isOn,
    addresses,
    answers,
    seats: new Seats({
      perCredential: isOn ? seatsPerCredential : Infinity,
      perAddress: isOn ? seatsPerAddress : Infinity,
      inAll: config.PARLEY_MAX_STREAMS,
    }),
    ...rateLimiter({
      limit,
      isOn,
      addresses,
      clients,
      clientOf: clientsIn(known),
      isFree: ({ routeOptions: { url = '' } }) => unlimited.has(url) || isOfPage(url),
    }),

    /** Counts an answer while it is being sent, and the cost of sending it. Throws 503 if too much is being sent already. */
    hold(address: string, weight: Weight, response: ServerResponse): void {
      answers.hold(address, weight, response);
      addresses.spend(address, Math.floor(weight.total / bytesPerRequest));
    },

    /** Counts what is created without a credential. Throws 429 if its address created too many within the hour. */
    assertMayMake(what: string, address: string): void {
      const { remaining, resetSeconds: retryAfter } = made.spend(`${what} ${address}`, 1);
      if (!isOn || remaining >= 0) return;
      const text = `Too many ${what} created from this address within an hour; try again in ${retryAfter} s`;
      throw new ServiceError('rate_limited', text, { retryAfter });
    },
  };
}
