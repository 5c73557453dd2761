import { ServiceError, type ErrorCode } from '@parley/core';
import { TRPCError } from '@trpc/server';

/** The one place that turns whatever was thrown into what a caller is told. */
export function serviceErrorOf(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof TRPCError) return ofTrpc(error);
  if (isAborted(error)) return new ServiceError('malformed_body', 'The request ended before its body');
  if (isDatabaseDown(error))
    return new ServiceError('unavailable', 'The database cannot be reached, or does not answer in time; try again');
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  if (typeof status === 'number' && status >= 400 && status < 500) return ofFastify(error as Error);
  return new ServiceError('internal', 'Something went wrong here; it was logged under the request id');
}

export interface ErrorBody {
  error: string;
  code: ErrorCode;
  requestId?: string;
}

export function bodyOf({ message, code, details: { retryAfter: _, ...details } }: ServiceError, requestId?: string): ErrorBody {
  return { error: message, code, ...details, ...(requestId && { requestId }) };
}

/** What a refusal says beside its body: where to find out how to get a key (RFC 9728), or when to come again. */
export const refusalHeaders = ({ status, details: { retryAfter } }: ServiceError, publicUrl: string): Record<string, string> => ({
  ...(status === 401 && { 'www-authenticate': `Bearer resource_metadata="${publicUrl}/.well-known/oauth-protected-resource"` }),
  ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
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

/** Fastify's own refusals; the specification knows no 413, 414 or 415. */
const ofFastify = ({ message }: Error): ServiceError => new ServiceError('invalid_request', message);

const databaseDown = /^(CONNECTION_|CONNECT_TIMEOUT|ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|57P0|57014|53300|08)/;
/** Drizzle wraps what the driver threw. */
function isDatabaseDown(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return databaseDown.test(String(code ?? '')) || (cause !== undefined && isDatabaseDown(cause));
}

/** Node's word for a caller who left while sending; it shares its code with a database that cannot be reached. */
const isAborted = (error: unknown): boolean =>
  error instanceof Error && error.message === 'aborted' && (error as { code?: unknown }).code === 'ECONNRESET';

/** What callers bring about by what they ask for fills no log; that the disk is full is logged once. */
export const isOurFault = ({ code, status }: ServiceError): boolean =>
  status >= 500 && code !== 'overloaded' && code !== 'storage_full';
