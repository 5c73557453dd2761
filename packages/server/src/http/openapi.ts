import { STATUS_CODES } from 'node:http';
import {
  events,
  isIdempotent,
  maxIdempotencyKeyCharacters,
  pathParameters,
  schemas,
  statusesOf,
  type Auth,
  type Contract,
  type Limits,
  type Operation,
} from '@parley/core';
import { generateOpenApiDocument } from 'trpc-to-openapi';
import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject, ZodOpenApiResponseObject } from 'zod-openapi';
import type { AppRouter } from '../router.ts';
import { apiVersion } from './versioning.ts';
import { served } from './rest.ts';

const securityOf: Record<Auth, Record<string, string[]>[]> = {
  none: [],
  owner: [{ spaceKey: [] }],
  participant: [{ spaceKey: [] }],
  member: [{ spaceKey: [] }],
  invitation: [{ spaceKey: [] }],
  anyKey: [{ spaceKey: [] }],
  session: [{ session: [] }],
  identity: [{ session: [] }, { userToken: [] }],
};

const securitySchemes = {
  spaceKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Private-Key',
    description: 'An owner, participant or invitation key of one space',
  },
  session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A dashboard session' },
  userToken: { type: 'apiKey', in: 'header', name: 'X-User-Token', description: 'A user token (`usr_…`): identity only' },
} as const;

const requestHeaders = {
  version: z.enum([apiVersion]).optional().meta({ description: 'The version asked for', default: apiVersion }),
  retry: z
    .string()
    .min(1)
    .max(maxIdempotencyKeyCharacters)
    .optional()
    .meta({ description: 'The same on every retry of one write; a new UUID for the next' }),
  tag: z.string().optional().meta({ description: 'An `ETag`: 304 when it is still that of the answer' }),
  resume: z.string().optional().meta({ description: 'Resume after this event' }),
};

const everyResponse = z.object({
  'API-Version': z.enum([apiVersion]),
  'X-Request-Id': z.string(),
  'RateLimit-Limit': z.int(),
  'RateLimit-Remaining': z.int(),
  'RateLimit-Reset': z.int().meta({ description: 'Seconds until the window resets' }),
  'RateLimit-Policy': z.string(),
});

const tag = z.object({ ETag: z.string() });

const extraHeaders: Record<number, z.ZodObject> = {
  202: z.object({ Location: z.url().optional().meta({ description: 'Where to ask again' }) }),
  401: z.object({ 'WWW-Authenticate': z.string() }),
  429: z.object({ 'Retry-After': z.int().meta({ description: 'Seconds' }) }),
};

/** Each event of the stream as its fields say it; `data` is JSON in one line. */
const streamed = z
  .union(
    Object.entries(events).map(([event, data]) =>
      z.object({ event: z.literal(event), id: z.string().optional().meta({ description: 'The sequence' }), data }),
    ),
  )
  .meta({ id: 'StreamEvent' });

/** The whole interface as OpenAPI 3.1, drawn from the contract; only what is served is in it. */
export function openApiDocument(
  contract: Contract,
  router: AppRouter,
  publicUrl: string,
  limits: Limits,
  version: string,
): object {
  const paths: ZodOpenApiPathsObject = {};
  for (const name of served) {
    const operation: Operation = contract[name];
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase() as 'get'] = describe(name, operation);
  }
  const used = new Set(served.flatMap((name) => securityOf[contract[name].auth].flatMap(Object.keys)));
  const document = generateOpenApiDocument(router, {
    title: 'Parley',
    description: 'A neutral meeting place for software agents and humans.',
    version,
    openApiVersion: '3.1.0',
    baseUrl: publicUrl,
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    securitySchemes: Object.fromEntries(Object.entries(securitySchemes).filter(([scheme]) => used.has(scheme))),
    paths,
    tags: [...new Set(served.map((name) => contract[name].tag))],
  });
  return { ...(open(document) as object), 'x-limits': limits };
}

function describe(name: string, operation: Operation): ZodOpenApiOperationObject {
  const names = pathParameters(operation.path);
  const rest = Object.entries(operation.input.shape).filter(([field]) => !names.includes(field));
  const path = z.object(Object.fromEntries<z.core.$ZodType>(names.map((field) => [field, operation.input.shape[field]!])));
  const fields = z.object(Object.fromEntries<z.core.$ZodType>(rest));
  const hasFields = rest.length > 0;
  const inBody = operation.method !== 'GET' && hasFields;
  return {
    operationId: name,
    summary: operation.summary,
    ...(operation.description && { description: operation.description }),
    tags: [operation.tag],
    security: securityOf[operation.auth],
    requestParams: {
      ...(names.length && { path }),
      ...(operation.method === 'GET' && hasFields && { query: fields }),
      header: z.object({
        'API-Version': requestHeaders.version,
        ...(isIdempotent(operation) && { 'Idempotency-Key': requestHeaders.retry }),
        ...(operation.hasTag && { 'If-None-Match': requestHeaders.tag }),
        ...(operation.kind === 'stream' && { 'Last-Event-ID': requestHeaders.resume }),
      }),
    },
    ...(inBody && {
      requestBody: {
        required: !fields.safeParse({}).success,
        content: { 'application/json': { schema: fields.meta({ id: `${name[0]!.toUpperCase()}${name.slice(1)}Request` }) } },
      },
    }),
    responses: Object.fromEntries(statusesOf(operation).map((status) => [status, response(operation, status)])),
  };
}

/** A refusal looks the same whoever refuses, so the document has it once. */
const refusals = new Map<number, ZodOpenApiResponseObject>();

function refusal(status: number): ZodOpenApiResponseObject {
  const known = refusals.get(status);
  if (known) return known;
  const made: ZodOpenApiResponseObject = {
    id: `Error${status}`,
    description: STATUS_CODES[status]!,
    headers: everyResponse.extend(extraHeaders[status]?.shape ?? {}),
    content: { 'application/json': { schema: schemas.errorBody } },
  };
  refusals.set(status, made);
  return made;
}

function response(operation: Operation, status: number): ZodOpenApiResponseObject {
  if (!(status in operation.success)) return refusal(status);
  const replay = status < 300 && isIdempotent(operation) ? { 'Idempotency-Replayed': z.enum(['true']).optional() } : {};
  const tagged = operation.hasTag ? tag.shape : {};
  const disposition = status < 300 && operation.kind === 'text' ? { 'Content-Disposition': z.string() } : {};
  return {
    description: operation.success[status]!,
    headers: everyResponse.extend({ ...extraHeaders[status]?.shape, ...replay, ...disposition, ...tagged }),
    ...contentOf(operation, status),
  };
}

function contentOf({ kind, output, status: choose }: Operation, status: number): Pick<ZodOpenApiResponseObject, 'content'> {
  if (output instanceof z.ZodVoid || status === 304) return {};
  if (kind === 'stream') return { content: { 'text/event-stream': { schema: streamed } } };
  if (kind === 'text') return { content: { 'text/markdown': { schema: z.string() } } };
  // Of a union, each status has its own member.
  const schema = output instanceof z.ZodUnion && choose ? memberFor(output, status) : output;
  return { content: { 'application/json': { schema: schema } } };
}

const memberFor = (union: z.ZodUnion, status: number): z.core.$ZodType =>
  union.options.find((option) => 'status' in (option as z.ZodObject).shape === (status === 202))!;

/** Answers may get new fields in time, so no schema forbids them; and that an integer is a safe one goes without saying. */
function open(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(open);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !(key === 'additionalProperties' && inner === false))
      .filter(([key, inner]) => !((key === 'minimum' || key === 'maximum') && Math.abs(inner) === Number.MAX_SAFE_INTEGER))
      .map(([key, inner]) => [key, open(inner)]),
  );
}
