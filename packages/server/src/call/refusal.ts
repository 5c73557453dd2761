import { statusOf, ServiceError, type ErrorCode } from '@parley/core';
import { TRPCError } from '@trpc/server';

/** Seconds: a database that restarts is back soon, and until then an answer costs little. */
const retryAfter = 1;

/** Converts anything that was thrown into the refusal for the caller. */
export function serviceErrorOf(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof TRPCError) return ofTrpc(error);
  if (isAborted(error)) return new ServiceError('malformed_body', 'The connection ended before the body was complete');
  if (hasCode(error, databaseDown))
    return new ServiceError('unavailable', 'The database is unreachable or does not answer in time; try again', { retryAfter });
  if (hasCode(error, diskFull))
    return Object.assign(new ServiceError('storage_full', noDisk, { retryAfter: 10 }), { cause: error });
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  if (typeof status === 'number' && status >= 400 && status < 500) return ofFastify(error as Error);
  return new ServiceError('internal', 'Internal error; the log of the service has the details under this request id');
}

export interface ErrorBody {
  error: string;
  code: ErrorCode;
  requestId?: string;
}

/** Without what headers say. */
export function bodyOf(
  { message, code, details: { retryAfter: _, isReplayed: __, ...details } }: ServiceError,
  requestId?: string,
): ErrorBody {
  return { error: message, code, ...details, ...(requestId && { requestId }) };
}

/**
 * The headers of a refusal: where to find out how to get a key (RFC 9728), when to retry, or that an earlier try was refused.
 * @param resource - The path of what was asked for, if it has metadata of its own.
 */
export const refusalHeaders = (refusal: ServiceError, publicUrl: string, resource = ''): Record<string, string> => ({
  ...(statusOf(refusal) === 401 && {
    'www-authenticate': `Bearer resource_metadata="${publicUrl}/.well-known/oauth-protected-resource${resource}"`,
  }),
  ...(refusal.details.retryAfter !== undefined && { 'retry-after': String(refusal.details.retryAfter) }),
  ...(refusal.details.isReplayed && { 'idempotency-replayed': 'true' }),
});

const codeOfTrpc: Partial<Record<TRPCError['code'], ErrorCode>> = {
  PARSE_ERROR: 'malformed_body',
  BAD_REQUEST: 'invalid_request',
  UNSUPPORTED_MEDIA_TYPE: 'invalid_request',
  PAYLOAD_TOO_LARGE: 'invalid_request',
  NOT_FOUND: 'not_found',
  METHOD_NOT_SUPPORTED: 'method_not_allowed',
};

function ofTrpc(error: TRPCError): ServiceError {
  const code = codeOfTrpc[error.code];
  if (error.cause && !(error.code === 'PARSE_ERROR')) {
    const refusal = serviceErrorOf(error.cause);
    if (refusal.code !== 'internal' || !code) return refusal;
  }
  return code ? new ServiceError(code, error.message) : serviceErrorOf(undefined);
}

/** Refusals of Fastify; the specification has no 413, 414 or 415. */
const ofFastify = ({ message }: Error): ServiceError => new ServiceError('invalid_request', message);

const databaseDown = /^(CONNECTION_|CONNECT_TIMEOUT|ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|57P0|25P03|57014|53300|08)/;
const diskFull = /^53100$/;
const noDisk = 'The disk of the database is full: writes are refused, reads can still work';
/** Drizzle wraps the errors of the driver. */
function hasCode(error: unknown, codes: RegExp): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return codes.test(String(code ?? '')) || (cause !== undefined && hasCode(cause, codes));
}

/** The error of Node for a client that disconnected while sending; an unreachable database causes the same code. */
const isAborted = (error: unknown): boolean =>
  error instanceof Error && error.message === 'aborted' && (error as { code?: unknown }).code === 'ECONNRESET';

/** Refusals that callers can cause are not logged, and a disk that was found nearly full is logged only once, elsewhere. */
export const isOurFault = (error: ServiceError): boolean =>
  statusOf(error) >= 500 && error.code !== 'overloaded' && (error.code !== 'storage_full' || error.cause !== undefined);
