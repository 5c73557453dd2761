import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { statusOf, type ServiceError } from '@parley/core';
import { eventsError } from './errors.ts';

/** Turns what was thrown into a refusal, and its body as REST answers it. */
export type RefusalFrom = (error: unknown) => { refusal: ServiceError; body: object };

/** A refusal of the service as the extension has it, with the body of REST as its data. */
export function eventsErrorOf(error: unknown, refuse: RefusalFrom): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const { refusal, body } = refuse(error);
  const { message } = refusal;
  const status = statusOf(refusal);
  const data = { ...body, error: message, status };
  if (status === 401 || status === 403) return eventsError('forbidden', message, data);
  if (status === 404) return eventsError('notFound', message, { ...data, kind: 'space' });
  if (refusal.code === 'limit_reached') return eventsError('exhausted', message, { ...data, limit: 'subscriptions' });
  if (status === 429) return eventsError('exhausted', message, { ...data, limit: 'requests' });
  const code = status >= 500 ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
  return new ProtocolError(code, message, data);
}
