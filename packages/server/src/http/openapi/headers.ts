import { carriesContext, credentials, isIdempotent, maxIdempotencyKeyCharacters, type Operation } from '@parley/core';
import { z } from 'zod';
import { apiVersion } from '../versioning.ts';

const version = z.enum([apiVersion]).meta({ id: 'ApiVersion', description: 'The major version of the interface' });

const asked = {
  'API-Version': version
    .optional()
    .meta({ description: 'The version asked for', param: { id: 'AskedVersion', example: apiVersion } }),
  'Idempotency-Key': z
    .string()
    .min(1)
    .max(maxIdempotencyKeyCharacters)
    .optional()
    .meta({ description: 'The same on every retry of one write; a new UUID for the next', param: { id: 'IdempotencyKey' } }),
  [credentials.userToken.header]: z
    .string()
    .optional()
    .meta({ description: 'Links what is made to the dashboard of a human; grants nothing', param: { id: 'UserToken' } }),
  Prefer: z
    .string()
    .optional()
    .meta({
      description: '`return=minimal` leaves `participants` and `artifacts` out of the answer (RFC 7240)',
      param: { id: 'Prefer' },
    }),
  'If-None-Match': z
    .string()
    .optional()
    .meta({ description: 'An `ETag`: 304 when it is still that of the answer', param: { id: 'IfNoneMatch' } }),
};

/** The headers that an operation looks at, beside credentials. */
export function requestHeaders(operation: Operation): z.ZodObject {
  const { lastEventId } = operation.input.shape;
  return z.object({
    'API-Version': asked['API-Version'],
    ...(isIdempotent(operation) && { 'Idempotency-Key': asked['Idempotency-Key'] }),
    ...(operation.acceptsUserToken && { [credentials.userToken.header]: asked[credentials.userToken.header] }),
    ...(carriesContext(operation) && { Prefer: asked.Prefer }),
    ...(operation.hasTag && { 'If-None-Match': asked['If-None-Match'] }),
    ...(operation.kind === 'stream' && { 'Last-Event-ID': lastEventId }),
  });
}

const header = <Schema extends z.ZodType>(id: string, schema: Schema, description: string) =>
  schema.meta({ description, header: { id } });

const everywhere = {
  'API-Version': version.meta({ header: { id: 'ApiVersion', required: true } }),
  'X-Request-Id': header('RequestId', z.string(), 'The logs of the service carry it too'),
  'RateLimit-Limit': header('RateLimitLimit', z.int(), 'Requests in a window'),
  'RateLimit-Remaining': header('RateLimitRemaining', z.int(), 'Requests left in this window'),
  'RateLimit-Reset': header('RateLimitReset', z.int(), 'Seconds until the window resets'),
  'RateLimit-Policy': header('RateLimitPolicy', z.string(), 'The limit and the seconds of a window'),
};

const sometimes = {
  location: header('Location', z.url(), 'Where to ask again'),
  tag: header('ETag', z.string(), 'Names this state of the answer'),
  disposition: header('ContentDisposition', z.string(), 'A safe file name'),
  replayed: header('IdempotencyReplayed', z.enum(['true']).optional(), 'An earlier answer, given again to a retry'),
  preference: header('PreferenceApplied', z.string().optional(), 'The preference that was followed'),
  discovery: header('WWWAuthenticate', z.string(), 'Where to find out how to get a credential (RFC 9728)'),
  wait: header('RetryAfter', z.int(), 'Seconds'),
  mayWait: header('RetryAfterIfKnown', z.int().optional(), 'Seconds, where they are known'),
};

/** The headers of a refusal, whichever operation it comes from. */
export function refusalHeaders(status: number): z.ZodObject {
  return z.object({
    ...everywhere,
    ...(status === 401 && { 'WWW-Authenticate': sometimes.discovery }),
    ...(status === 429 && { 'Retry-After': sometimes.wait }),
    ...(status === 503 && { 'Retry-After': sometimes.mayWait }),
  });
}

/** The headers of a success. */
export function successHeaders(operation: Operation, status: number): z.ZodObject {
  const hasBody = status < 300;
  return z.object({
    ...everywhere,
    ...(status === 202 && operation.location !== undefined && { Location: sometimes.location }),
    ...(operation.hasTag && { ETag: sometimes.tag }),
    ...(hasBody && operation.kind === 'text' && { 'Content-Disposition': sometimes.disposition }),
    ...(hasBody && isIdempotent(operation) && { 'Idempotency-Replayed': sometimes.replayed }),
    ...(hasBody && carriesContext(operation) && { 'Preference-Applied': sometimes.preference }),
  });
}
