import {
  canBeMinimal,
  carriesContext,
  maxBodyBytes,
  pathParameters,
  formOf,
  keyParameterOf,
  type Contract,
  type Limits,
  type Operation,
  type OperationName,
  type RequestOf,
} from '@parley/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Admission } from '../../call/admission/admission.ts';
import type { Source } from '../../engine/stream/follow.ts';
import { operations } from '../../resources/index.ts';
import type { Answered } from '../../call/request.ts';
import type { Calls } from '../../call/procedures/procedure.ts';
import type { CallMetadata } from '../../call/metadata.ts';
import { wantsPage, type Page } from '../wire/content-negotiation.ts';
import { metadataIn } from '../wire/request.ts';
import { stream } from '../sse/stream.ts';
import { encoders } from './answers.ts';
import { answeringOnce } from './once.ts';
import { isInQuery, strayParameters } from './parameters.ts';
import { readNoBodies, sentFile } from './sent-bytes.ts';
import { isWeak, preconditionFailed, weakTag, withCondition } from './conditions.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation of the route, if it has one. */
    operation?: Operation;
  }
}

interface Rest {
  contract: Contract;
  limits: Limits;
  calls: Calls;
  admission: Pick<Admission, 'answers'>;
  source: Source;
  /** What browsers get from operations that people call by a link. */
  pages: Partial<Record<OperationName, Page>>;
}

export const served = Object.keys(operations) as OperationName[];
export const isServed = (name: string): name is OperationName => Object.hasOwn(operations, name);
const routePath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** One route per operation; each calls the procedure of the same name. */
export function serveRest(app: FastifyInstance, rest: Rest): void {
  for (const name of served) {
    const operation: Operation = rest.contract[name];
    const respond = responding(name, operation, rest);
    const page = rest.pages[name];
    const serve = (scope: FastifyInstance) =>
      scope.route({
        method: operation.method,
        url: routePath(operation.path),
        exposeHeadRoute: hasHead(operation),
        bodyLimit: operation.takesBytes ? rest.limits.fileBytes : maxBodyBytes(operation, rest.limits),
        config: { operation, keyParameter: keyParameterOf(operation), ...variesOf(operation) },
        handler: page ? async (request, reply) => (wantsPage(request) ? page(request, reply) : respond(request, reply)) : respond,
      });
    if (operation.takesBytes) {
      void app.register(async (scope) => {
        readNoBodies(scope);
        serve(scope);
      });
    } else serve(app);
  }
}

/** Nothing is made or used up to tell its headers. */
const hasHead = ({ answers }: Operation): boolean => !['events', 'file', 'bytesOnce'].includes(answers);

type OfArtifact = RequestOf<'getArtifact'>;

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

function responding(name: OperationName, operation: Operation, rest: Rest): Handler {
  const inputOf = inputReader(operation);
  const strayIn = strayParameters(operation);
  const respond = answererOf(name, operation, rest);
  return (request, reply) => {
    const metadata = metadataIn(request, reply.raw);
    const stray = request.url.includes('?') ? strayIn(request.query) : undefined;
    if (!stray) return respond(request, reply, metadata, inputOf(request));
    rest.calls.assertKeyShown(name, metadata);
    throw stray;
  };
}

type Answerer = (request: FastifyRequest, reply: FastifyReply, metadata: CallMetadata, input: unknown) => Promise<unknown>;

function answererOf(name: OperationName, operation: Operation, rest: Rest): Answerer {
  const { answers, takesBytes, ifMatch } = operation;
  if (answers === 'events') return streaming(rest);
  if (answers === 'bytesOnce') return answeringOnce(name, rest);
  const { calls } = rest;
  const call: Call = (metadata, input) => calls.call(name, input, metadata);
  if (takesBytes)
    return answering(operation, rest, (metadata, input, request) => uploading(request, metadata, calls, name, input));
  if (ifMatch === undefined) return answering(operation, rest, call);
  return answering(operation, rest, (metadata, input, request) =>
    request.headers['if-match'] === undefined ? call(metadata, input, request) : conditional(request, metadata, call, input),
  );

  async function conditional(request: FastifyRequest, metadata: CallMetadata, call: Call, input: unknown): Promise<Answered> {
    calls.assertKeyShown(name, metadata);
    if (isWeak(request)) throw weakTag(await calls.perform('getArtifact', request.params as OfArtifact, metadata));
    return call(metadata, withCondition(operation, request, input), request).catch(preconditionFailed);
  }
}

type Call = (metadata: CallMetadata, input: unknown, request: FastifyRequest) => Promise<Answered>;

function answering({ answers, location, asMarkdown }: Operation, { source: { semaphore } }: Rest, call: Call): Answerer {
  const encode = encoders[answers as keyof typeof encoders];
  return async (request, reply, metadata, input) => {
    const { answer, status, replayed, isMinimal } = await call(metadata, input, request);
    reply.code(status);
    if (replayed) reply.header('idempotency-replayed', 'true');
    if (isMinimal) reply.header('preference-applied', 'return=minimal');
    // The URL to poll.
    if (status === 202 && location !== undefined) reply.header('location', (answer as Record<string, string>)[location]);
    return encode({ answer, request, reply, semaphore, asMarkdown });
  };
}

/** Calls an operation that reads the body itself, after it has looked at the key. */
async function uploading(
  request: FastifyRequest,
  metadata: CallMetadata,
  calls: Calls,
  operation: OperationName,
  input: unknown,
) {
  calls.assertKeyShown(operation, metadata);
  const { sent, name } = await sentFile(request);
  return calls.call(operation, { ...(name !== undefined && { name }), ...(input as object) }, { ...metadata, sent });
}

/** The request headers that the answers of an operation depend on. */
function variesOf(operation: Operation): { varies?: string } {
  const { or } = formOf(operation);
  if (or !== undefined && or !== 'text/plain') return { varies: 'Accept' };
  if (carriesContext(operation)) return { varies: 'Prefer, If-Context' };
  return canBeMinimal(operation) ? { varies: 'Prefer' } : {};
}

const streaming =
  ({ calls, source }: Rest): Answerer =>
  async (request, reply, metadata, input) => {
    const resumed = request.headers['last-event-id'];
    const sent = { ...(input as object), ...(resumed && { lastEventId: resumed }) };
    return stream(request, reply, { following: await calls.follow(sent, metadata), source });
  };

type InputReader = (request: FastifyRequest) => unknown;

/** Merges path, and query or body, as in the contract. What comes in the URL is text, so only that is parsed as numbers and booleans. */
function inputReader(operation: Operation): InputReader {
  const { path, input } = operation;
  const fieldsOf = (type: typeof z.ZodNumber | typeof z.ZodBoolean) =>
    Object.keys(input.shape).filter((field) => isOf(type, input.shape[field]));
  const [numbers, booleans] = [fieldsOf(z.ZodNumber), fieldsOf(z.ZodBoolean)];
  if (isInQuery(operation)) {
    return ({ query, params }) => parsed({ ...(query as object), ...(params as object) }, numbers, booleans);
  }
  const inPath = numbers.filter((field) => pathParameters(path).includes(field));
  return ({ body, params }) => {
    const fields = inPath.length > 0 ? parsed(params as Record<string, unknown>, inPath, []) : params;
    if (body === undefined) return fields;
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.assign(body, fields) : body;
  };
}

/** Parses fields of a URL in place. Text that is neither is left for the schema to refuse. */
function parsed(fields: Record<string, unknown>, numbers: readonly string[], booleans: readonly string[]): object {
  for (const field of numbers) {
    const text = fields[field];
    if (typeof text === 'string' && /^(?:\d|-[1-9])\d{0,14}$/.test(text)) fields[field] = Number(text);
  }
  for (const field of booleans) {
    const text = fields[field];
    if (text === 'true' || text === 'false') fields[field] = text === 'true';
  }
  return fields;
}

function isOf(type: typeof z.ZodNumber | typeof z.ZodBoolean, schema: z.core.$ZodType | undefined): boolean {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault) inner = inner.unwrap();
  return inner instanceof type;
}
