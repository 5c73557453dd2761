import { missing, ServiceError, type ErrorCode, type FieldIssue } from '@parley/core';
import { TRPCError } from '@trpc/server';
import { ZodError, type core } from 'zod';

/** Converts anything that was thrown into the refusal for the caller. */
export function serviceErrorOf(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof ZodError) return invalidInput(error);
  if (error instanceof TRPCError) return ofTrpc(error);
  if (isAborted(error)) return new ServiceError('malformed_body', 'The connection ended before the body was complete');
  if (isDatabaseDown(error))
    return new ServiceError('unavailable', 'The database is unreachable or does not answer in time; try again');
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  if (typeof status === 'number' && status >= 400 && status < 500) return ofFastify(error as Error);
  return new ServiceError('internal', 'Internal error; the log of the service has the details under this request id');
}

export interface ErrorBody {
  error: string;
  code: ErrorCode;
  requestId?: string;
}

export function bodyOf({ message, code, details: { retryAfter: _, ...details } }: ServiceError, requestId?: string): ErrorBody {
  return { error: message, code, ...details, ...(requestId && { requestId }) };
}

/** The headers of a refusal: where to find out how to get a key (RFC 9728), or when to retry. */
export const refusalHeaders = ({ status, details: { retryAfter } }: ServiceError, publicUrl: string): Record<string, string> => ({
  ...(status === 401 && { 'www-authenticate': `Bearer resource_metadata="${publicUrl}/.well-known/oauth-protected-resource"` }),
  ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
});

function invalidInput({ issues }: ZodError): ServiceError {
  const parameter = String(issues[0]?.path[0]);
  if (isPathParameter(parameter)) return new ServiceError(missing[parameter].code, missing[parameter].message);
  const fields = issues.slice(0, 20).map(fieldIssue);
  const message = fields.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join('; ');
  return new ServiceError('invalid_request', message, { issues: fields });
}

const isPathParameter = (name: string): name is keyof typeof missing => Object.hasOwn(missing, name);

function fieldIssue(issue: core.$ZodIssue): FieldIssue {
  const { limit, actual } = (issue.code === 'custom' ? (issue.params ?? {}) : {}) as { limit?: number; actual?: number };
  return {
    field: issue.path.join('.'),
    message: inWords(issue),
    ...(limit !== undefined && { limit }),
    ...(actual !== undefined && { actual }),
  };
}

/** The schema library's own words are for whoever wrote the schema. */
function inWords(issue: core.$ZodIssue): string {
  const atLeast = issue.code === 'too_small' && issue.origin === 'number' ? Number(issue.minimum) : undefined;
  if (atLeast !== undefined) return `must be at least ${atLeast}`;
  if (issue.code !== 'invalid_type') return issue.message;
  return issue.message.endsWith('received undefined') ? 'is required' : `must be of the type ${issue.expected}`;
}

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

const databaseDown = /^(CONNECTION_|CONNECT_TIMEOUT|ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|57P0|57014|53300|08)/;
/** Drizzle wraps the errors of the driver. */
function isDatabaseDown(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return databaseDown.test(String(code ?? '')) || (cause !== undefined && isDatabaseDown(cause));
}

/** The error of Node for a client that disconnected while sending; an unreachable database causes the same code. */
const isAborted = (error: unknown): boolean =>
  error instanceof Error && error.message === 'aborted' && (error as { code?: unknown }).code === 'ECONNRESET';

/** Refusals that callers can cause are not logged, and a full disk is logged only once, elsewhere. */
export const isOurFault = ({ code, status }: ServiceError): boolean =>
  status >= 500 && code !== 'overloaded' && code !== 'storage_full';
