import { ServiceError, statusOfCode, type ErrorCode } from '@parley/core';
import type { Refuse } from '@parley/mcp';
import { NetworkError, ParleyError, TimeoutError, UnexpectedAnswerError } from '@parley/sdk';
import { Failure, type Reason } from '../failure.ts';

const codeOfReason: Readonly<Record<Reason, ErrorCode>> = {
  ok: 'internal',
  error: 'unavailable',
  usage: 'invalid_request',
  notFound: 'not_found',
  keyNeeded: 'key_missing',
  conflict: 'status_conflict',
  rateLimited: 'rate_limited',
  interrupted: 'unavailable',
};

/** Turns what was thrown into a refusal for the model; `log` gets what a model cannot use. */
export const refuseWith =
  (log: (text: string) => void): Refuse =>
  (error) => {
    const refusal = refusalOf(error);
    if (refusal.code === 'internal') log(`A tool failed: ${error instanceof Error ? error.message : String(error)}`);
    const { requestId } = error instanceof ParleyError ? error : {};
    return { refusal, body: { error: refusal.message, code: refusal.code, ...(requestId && { requestId }), ...refusal.details } };
  };

function refusalOf(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof Failure)
    return new ServiceError(codeOfReason[error.reason], error.hint ? `${error.message} (${error.hint})` : error.message);
  if (error instanceof NetworkError || error instanceof TimeoutError)
    return new ServiceError('unavailable', `${error.message}. Wait a while, then try again`);
  if (error instanceof UnexpectedAnswerError) return new ServiceError('unavailable', error.message);
  if (error instanceof ParleyError) {
    const known = ['error', 'code', 'requestId'];
    const details = Object.fromEntries(Object.entries(error.body).filter(([field]) => !known.includes(field)));
    return new ServiceError(codeOf(error), error.message, details);
  }
  // The SDK refuses arguments of wrong types before it sends anything.
  if (error instanceof TypeError) return new ServiceError('invalid_request', error.message);
  return new ServiceError('internal', 'The tool failed; the log of `parley mcp` says why');
}

/** A newer server can have codes that this command does not know. */
function codeOf({ code, status }: ParleyError): ErrorCode {
  if (Object.hasOwn(statusOfCode, code)) return code as ErrorCode;
  const known = { 401: 'key_unknown', 403: 'muted', 404: 'not_found', 409: 'status_conflict', 429: 'rate_limited' } as const;
  return known[status as keyof typeof known] ?? (status >= 500 ? 'unavailable' : 'invalid_request');
}
