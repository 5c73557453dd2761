import { statusOf } from '@parley/core';
import type { ServiceError } from '@parley/core';
import { bodyOf } from '../../call/refusal.ts';

/** JSON-RPC: the number of an error of the server that the protocol does not define. */
const serverError = -32_000;
const invalidRequest = -32_600;
const parseError = -32_700;

/** The JSON-RPC number of a refusal before a message was carried out. */
export function numberOf({ code }: ServiceError): number {
  if (code === 'malformed_body') return parseError;
  return code === 'invalid_request' ? invalidRequest : serverError;
}

/** A refusal as a JSON-RPC error, with the body of REST as its data. */
export function errorOf(body: unknown, code: number, refusal: ServiceError, requestId: string): object {
  const { id } = (body ?? {}) as { id?: unknown };
  const isId = typeof id === 'string' || typeof id === 'number';
  return {
    jsonrpc: '2.0',
    id: isId ? id : null,
    error: { code, message: refusal.message, data: { ...bodyOf(refusal, requestId), status: statusOf(refusal) } },
  };
}
