import { ServiceError, type Contract, type Operation } from '@parley/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { windowSeconds, type Admission } from '../../admission/admission.ts';
import type { Asked } from '../../admission/client.ts';
import type { Standing } from '../../limits/counter.ts';
import { callsIn, maxCallsPerBatch } from './calls.ts';
import { behindWork } from './behind-work.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body names the client: `limitClient` counts it once the body is read, and `limitRate` only the address. */
    clientInBody?: boolean;
    /** Asks how the process is: no limit counts or refuses it. */
    isProbe?: boolean;
  }
}

export type RateLimit = Pick<Admission, 'isOn' | 'limit' | 'addresses' | 'clients' | 'clientOf' | 'refused' | 'workload'>;

/** The assets of a page do not count. */
const isOfPage = (url: string): boolean => /^\/(pages\/|assets\/|avatars\/|[\w-]+\.(ico|png|webmanifest)$|sw\.js$)/.test(url);

/** At most as many wait as there are requests in flight. */
const later = behindWork();

/**
 * Calls `proceed` when a request was counted: at once unless another process must be asked, or in its turn with the refusal if it exceeds
 * the limit.
 */
export function limited(
  count: (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>,
  request: FastifyRequest,
  reply: FastifyReply,
  proceed: (refusal?: Error) => void,
): void {
  let counting: void | Promise<void>;
  try {
    counting = count(request, reply);
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

/** Each counts a request, sets the rate-limit headers, and throws or rejects if it exceeds the limit. */
export function rateLimiter(limits: RateLimit, contract: Contract) {
  const { limit, isOn, addresses, clients, clientOf, workload, refused: noteRefusal } = limits;
  const unlimited = new Set<string>(Object.values<Operation>(contract).flatMap((each) => (each.unlimited ? each.path : [])));
  const isFree = ({ routeOptions: { url = '' } }: FastifyRequest) => isOfPage(url);
  const isUncounted = ({ routeOptions: { url = '', config } }: FastifyRequest) => config?.isProbe || unlimited.has(url);
  const refuses = (request: FastifyRequest, { remaining }: Standing) => isOn && remaining < 0 && !isFree(request);

  const judge = (request: FastifyRequest, reply: FastifyReply, standing: Standing): void => {
    if (refuses(request, standing)) {
      noteRefusal('client');
      throw refused(reply, limit, standing);
    }
    announce(reply, limit, standing);
  };
  const limitClient = (request: FastifyRequest, reply: FastifyReply, asked: Asked = request, calls = 1): void | Promise<void> => {
    const client = clientOf(asked, request.address);
    const standing =
      client instanceof Promise ? client.then((known) => clients.spend(known, calls)) : clients.spend(client, calls);
    if (standing instanceof Promise) return standing.then((known) => judge(request, reply, known));
    judge(request, reply, standing);
  };
  const limitRate = (request: FastifyRequest, reply: FastifyReply): void | Promise<void> => {
    if (isUncounted(request)) {
      const remaining = Math.min(limit, addresses.remaining(request.address));
      return announce(reply, limit, { remaining, resetSeconds: windowSeconds });
    }
    // A batch that is refused anyway must not use up the limit of its address.
    const calls = Math.min(callsIn(request.url), maxCallsPerBatch + 1);
    const ofAddress = addresses.spend(request.address, calls);
    if (ofAddress instanceof Promise) return ofAddress.then((known) => judgeAddress(request, reply, known, calls));
    return judgeAddress(request, reply, ofAddress, calls);
  };
  const judgeAddress = (
    request: FastifyRequest,
    reply: FastifyReply,
    standing: Standing,
    calls: number,
  ): void | Promise<void> => {
    if (refuses(request, standing)) {
      noteRefusal('address');
      throw refused(reply, limit, standing);
    }
    // Before the client is looked up, and counted: it will have to ask again.
    if (workload.isFull && !isFree(request)) {
      announce(reply, limit, standing);
      throw workload.refusal();
    }
    if (!request.routeOptions.config?.clientInBody) return limitClient(request, reply, request, calls);
    announce(reply, limit, standing);
  };
  return { limitRate, limitClient };
}

function refused(reply: FastifyReply, limit: number, standing: Standing): ServiceError {
  announce(reply, limit, standing);
  const seconds = standing.resetSeconds;
  return new ServiceError('rate_limited', `Too many requests; try again in ${seconds} s`, { retryAfter: seconds });
}

function announce(reply: FastifyReply, limit: number, { remaining, resetSeconds }: Standing): void {
  reply.header('ratelimit-limit', limit);
  reply.header('ratelimit-remaining', Math.max(0, remaining));
  reply.header('ratelimit-reset', resetSeconds);
  reply.header('ratelimit-policy', `${limit};w=${windowSeconds}`);
}
