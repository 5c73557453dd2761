import {
  canBeMinimal,
  carriesContext,
  credentials,
  isIdempotent,
  maxIdempotencyKeyCharacters,
  formOf,
  type Operation,
} from '@parley/core';
import { z } from 'zod';
import { apiVersion } from '../wire/versioning.ts';

const version = z.enum([apiVersion]).meta({ id: 'ApiVersion', description: 'The major version of the interface' });

const asked = {
  'API-Version': version
    .optional()
    .meta({ description: 'The requested version', param: { id: 'AskedVersion', example: apiVersion } }),
  'Idempotency-Key': z
    .string()
    .min(1)
    .max(maxIdempotencyKeyCharacters)
    .optional()
    .meta({ description: 'A new UUID for each write; the same for all retries of that write', param: { id: 'IdempotencyKey' } }),
  [credentials.userToken.header]: z
    .string()
    .optional()
    .meta({ description: 'Links the result to the dashboard of a user; grants no access', param: { id: 'UserToken' } }),
  Prefer: z
    .string()
    .optional()
    .meta({
      description:
        '`return=minimal` leaves `participants` and `artifacts`, or the `content` of a written artifact, out of the response (RFC 7240)',
      param: { id: 'Prefer' },
    }),
  'If-Context': z
    .string()
    .optional()
    .meta({
      description: 'The `contextVersion` that you know; if it is the present one, `participants` and `artifacts` are left out',
      param: { id: 'IfContext' },
    }),
  'If-None-Match': z
    .string()
    .optional()
    .meta({ description: 'An `ETag`; the response is 304 if the content has not changed', param: { id: 'IfNoneMatch' } }),
  Range: z
    .string()
    .optional()
    .meta({ description: 'The part to send, such as `bytes=0-1023`', param: { id: 'Range' } }),
  'If-Range': z
    .string()
    .optional()
    .meta({ description: 'An `ETag`; without it being the present one, the whole is sent', param: { id: 'IfRange' } }),
  'If-Match': z
    .string()
    .optional()
    .meta({
      description:
        'The `ETag` of the artifact or of its download, or `"v7"` for version 7; the response is 412 if that is not the present version',
      param: { id: 'IfMatch', example: '"v7"' },
    }),
};

/** The request headers of an operation, except credentials. */
export function requestHeaders(operation: Operation): z.ZodObject {
  const form = formOf(operation);
  const { lastEventId } = operation.input.shape;
  return z.object({
    'API-Version': asked['API-Version'],
    ...(isIdempotent(operation) && { 'Idempotency-Key': asked['Idempotency-Key'] }),
    ...(operation.linksUser && { [credentials.userToken.header]: asked[credentials.userToken.header] }),
    ...(canBeMinimal(operation) && { Prefer: asked.Prefer }),
    ...(carriesContext(operation) && { 'If-Context': asked['If-Context'] }),
    ...(form.hasTag && { 'If-None-Match': asked['If-None-Match'] }),
    ...(operation.ifMatch !== undefined && { 'If-Match': asked['If-Match'] }),
    ...(operation.answers === 'bytes' && { Range: asked.Range, 'If-Range': asked['If-Range'] }),
    ...(form.kind === 'events' && { 'Last-Event-ID': lastEventId }),
  });
}

const header = <Schema extends z.ZodType>(id: string, schema: Schema, description: string) =>
  schema.meta({ description, header: { id } });

const everywhere = {
  'API-Version': version.meta({ header: { id: 'ApiVersion', required: true } }),
  'X-Request-Id': header('RequestId', z.string(), 'ID of the request; it also appears in the logs of the service'),
  'RateLimit-Limit': header('RateLimitLimit', z.int(), 'Maximum number of requests per window'),
  'RateLimit-Remaining': header('RateLimitRemaining', z.int(), 'Requests left in this window'),
  'RateLimit-Reset': header('RateLimitReset', z.int(), 'Seconds until the window resets'),
  'RateLimit-Policy': header('RateLimitPolicy', z.string(), 'The limit, and the length of a window in seconds'),
};

const sometimes = {
  location: header('Location', z.url(), 'URL to poll'),
  tag: header('ETag', z.string(), 'Identifies this version of the content'),
  disposition: header('ContentDisposition', z.string(), 'A safe file name'),
  replayed: header('IdempotencyReplayed', z.enum(['true']).optional(), 'This is the stored response to an earlier attempt'),
  preference: header('PreferenceApplied', z.string().optional(), 'The preference that was applied'),
  discovery: header('WWWAuthenticate', z.string(), 'URL of metadata that describes how to get a credential (RFC 9728)'),
  wait: header('RetryAfter', z.int().optional(), 'Seconds to wait, if known'),
};

/** The headers of a refusal, for all operations. */
export function refusalHeaders(status: number): z.ZodObject {
  return z.object({
    ...everywhere,
    ...(status === 401 && { 'WWW-Authenticate': sometimes.discovery }),
    ...((status === 429 || status === 503) && { 'Retry-After': sometimes.wait }),
  });
}

/** The headers of a success. */
export function successHeaders(operation: Operation, status: number): z.ZodObject {
  const form = formOf(operation);
  const hasBody = status < 300;
  return z.object({
    ...everywhere,
    ...(status === 202 && operation.location !== undefined && { Location: sometimes.location }),
    ...(form.hasTag && { ETag: sometimes.tag }),
    ...(hasBody && (form.kind === 'text' || form.kind === 'file') && { 'Content-Disposition': sometimes.disposition }),
    ...(hasBody && isIdempotent(operation) && { 'Idempotency-Replayed': sometimes.replayed }),
    ...(hasBody && canBeMinimal(operation) && { 'Preference-Applied': sometimes.preference }),
  });
}
