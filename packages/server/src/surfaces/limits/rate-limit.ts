import { ServiceError } from '@parley/core';
import type { FastifyContextConfig } from 'fastify';
import { windowSeconds, type Admission } from '../../call/admission/admission.ts';
import type { Asked } from '../../call/admission/client.ts';
import type { RateStanding } from '../../engine/limits/counter.ts';
import { maxCallsPerBatch } from './calls.ts';
import { behindWork } from './behind-work.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body names the client: `limitClient` counts it once the body is read, and `limitRate` only the address. */
    clientInBody?: boolean;
    /** How many calls a request makes, judging by its URL; absent: one. */
    callsIn?: (url: string) => number;
    /** Asks how the process is: no limit counts or refuses it. */
    isProbe?: boolean;
  }
}

export type RateLimit = Pick<Admission, 'isOn' | 'limit' | 'addresses' | 'clients' | 'clientOf' | 'refused' | 'workload'>;

/** What counting reads of a request, and sets in its answer. Invalid HTTP has no more than this. */
export interface Countable extends Asked {
  readonly address: string;
  readonly url: string;
  readonly routeOptions: { readonly url?: string | undefined; readonly config?: FastifyContextConfig };
}
export interface Announced {
  header(name: string, value: number | string): unknown;
}

/** The assets of a page do not count. */
const isOfPage = (url: string): boolean => /^\/(pages\/|assets\/|avatars\/|[\w-]+\.(ico|png|webmanifest)$|sw\.js$)/.test(url);

/** At most as many wait as there are requests in flight. */
const later = behindWork();

/** Each counts a request, sets the rate-limit headers, and refuses it if it exceeds the limit. */
export function rateLimiter(limits: RateLimit) {
  const { limit, isOn, addresses, clients, clientOf, workload, refused: noteRefusal } = limits;

  function assertLeft(of: 'address' | 'client', request: Countable, reply: Announced, standing: RateStanding): void {
    if (!isOn || standing.remaining >= 0 || isOfPage(request.routeOptions.url ?? '')) return;
    noteRefusal(of);
    throw refused(reply, limit, standing);
  }

  const judgeClient = (request: Countable, reply: Announced, standing: RateStanding): void => {
    if (standing.remaining < 0) assertLeft('client', request, reply, standing);
    announce(reply, limit, standing);
  };
  const limitClient = (request: Countable, reply: Announced, asked: Asked = request, calls = 1): void | Promise<void> => {
    const client = clientOf(asked, request.address);
    const standing =
      client instanceof Promise ? client.then((known) => clients.spend(known, calls)) : clients.spend(client, calls);
    if (standing instanceof Promise) return standing.then((known) => judgeClient(request, reply, known));
    judgeClient(request, reply, standing);
  };
  const judgeAddress = (request: Countable, reply: Announced, standing: RateStanding, calls: number): void | Promise<void> => {
    if (standing.remaining < 0) assertLeft('address', request, reply, standing);
    const { routeOptions } = request;
    // Before the client is looked up, and counted: it will have to ask again.
    if (workload.isFull && !isOfPage(routeOptions.url ?? '')) {
      announce(reply, limit, standing);
      throw workload.refusal();
    }
    if (!routeOptions.config?.clientInBody) return limitClient(request, reply, request, calls);
    announce(reply, limit, standing);
  };
  const countRate = (request: Countable, reply: Announced): void | Promise<void> => {
    const { address, url, routeOptions } = request;
    const { isProbe, operation, callsIn } = routeOptions.config ?? {};
    if (isProbe || operation?.unlimited) {
      const remaining = Math.min(limit, addresses.remaining(address));
      return announce(reply, limit, { remaining, resetSeconds: windowSeconds });
    }
    // A batch that is refused anyway must not use up the limit of its address.
    const calls = callsIn ? Math.min(callsIn(url), maxCallsPerBatch + 1) : 1;
    const standing = addresses.spend(address, calls);
    if (standing instanceof Promise) return standing.then((known) => judgeAddress(request, reply, known, calls));
    return judgeAddress(request, reply, standing, calls);
  };

  /**
   * Calls `proceed` when a request was counted: at once unless another process must be asked, or in its turn with the refusal if it
   * exceeds the limit.
   */
  function limitRate(request: Countable, reply: Announced, proceed: (refusal?: Error) => void): void {
    let counting: void | Promise<void>;
    try {
      counting = countRate(request, reply);
    } catch (refusal) {
      return later(() => proceed(refusal as Error));
    }
    if (counting instanceof Promise)
      counting.then(
        () => proceed(),
        (refusal: Error) => later(() => proceed(refusal)),
      );
    else proceed();
  }
  return { countRate, limitRate, limitClient };
}

function refused(reply: Announced, limit: number, standing: RateStanding): ServiceError {
  announce(reply, limit, standing);
  const seconds = standing.resetSeconds;
  return new ServiceError('rate_limited', `Too many requests; try again in ${seconds} s`, { retryAfter: seconds });
}

function announce(reply: Announced, limit: number, { remaining, resetSeconds }: RateStanding): void {
  reply.header('ratelimit-limit', limit);
  reply.header('ratelimit-remaining', remaining < 0 ? 0 : remaining);
  reply.header('ratelimit-reset', resetSeconds);
  reply.header('ratelimit-policy', `${limit};w=${windowSeconds}`);
}
