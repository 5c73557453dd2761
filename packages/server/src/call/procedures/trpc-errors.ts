import { statusOf } from '@parley/core';
import type { ServiceError } from '@parley/core';
import type { TRPCError } from '@trpc/server';
import { TRPC_ERROR_CODES_BY_KEY, type TRPC_ERROR_CODE_NUMBER } from '@trpc/server/rpc';
import { bodyOf } from '../refusal.ts';

const { BAD_REQUEST, INTERNAL_SERVER_ERROR } = TRPC_ERROR_CODES_BY_KEY;

/** The tRPC error number of a status. Clients use it to decide whether to reconnect: only after our own faults. */
function numberOf(status: number): TRPC_ERROR_CODE_NUMBER {
  if (status >= 500) return INTERNAL_SERVER_ERROR;
  return status === 400 ? BAD_REQUEST : ((400 - 32_000 - status) as TRPC_ERROR_CODE_NUMBER);
}

/** A refusal in the format of tRPC. */
export function shapeOf(refusal: ServiceError, requestId: string | undefined, path?: string) {
  const { error: message, ...details } = bodyOf(refusal, requestId);
  return { code: numberOf(statusOf(refusal)), message, data: { ...details, httpStatus: statusOf(refusal), path } };
}

const requests = new WeakMap<TRPCError, string>();

/** Remembers the request of an error that occurs before there is a context; returns whether it is new. */
export function claim(error: TRPCError, requestId: string): boolean {
  const isNew = !requests.has(error);
  requests.set(error, requestId);
  return isNew;
}

export const requestIdOf = (error: TRPCError): string | undefined => requests.get(error);
