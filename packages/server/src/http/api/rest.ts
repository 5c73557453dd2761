import {
  canBeMinimal,
  carriesContext,
  maxBodyBytes,
  pathParameters,
  type Contract,
  type Limits,
  type Operation,
  type OperationName,
  type OutputOf,
  type RequestOf,
} from '@parley/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Admission } from '../../admission/admission.ts';
import type { Source } from '../../engine/stream/follow.ts';
import { operations } from '../../resources/index.ts';
import { unified } from '../../resources/artifacts/diff/hunks.ts';
import { Download } from '../../engine/present/download.ts';
import { StoredDownload } from '../../resources/files/stored-download.ts';
import { Json, Pieces } from '../../engine/present/json.ts';
import type { Calls } from '../../procedures/call.ts';
import { inTurns } from '../limits/answers.ts';
import { asStream, wantsStream } from '../streams/ask-stream.ts';
import type { Asking } from '../../transport/asking.ts';
import { attachment } from './attachment.ts';
import { wantsPage, type Page } from '../wire/people.ts';
import { askingIn } from '../wire/request.ts';
import { stream } from '../streams/stream.ts';
import { hasTag } from '../wire/tags.ts';
import { answeringOnce } from './once.ts';
import { isInQuery, strayParameters } from './parameters.ts';
import { readNoBodies, sentFile } from './sent-bytes.ts';
import { sendFile } from './stored-file.ts';
import { isWeak, preconditionFailed, tagOfAnswer, tagOfVersion, weakTag, withCondition } from './conditions.ts';

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
        exposeHeadRoute: operation.kind !== 'stream' && (operation.kind !== 'file' || operation.acceptsRanges === true),
        bodyLimit: operation.takesBytes ? rest.limits.fileBytes : maxBodyBytes(operation, rest.limits),
        config: { operation, ...variesOf(operation) },
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

type OfArtifact = RequestOf<'getArtifact'>;

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

function responding(name: OperationName, operation: Operation, rest: Rest): Handler {
  const respond = answererOf(name, operation, rest);
  const strayIn = strayParameters(operation);
  return async (request, reply) => {
    const stray = strayIn(request.query);
    if (!stray) return respond(request, reply);
    rest.calls.assertKeyShown(name, askingIn(request, reply.raw));
    throw stray;
  };
}

function answererOf(name: OperationName, operation: Operation, rest: Rest): Handler {
  const inputOf = inputReader(operation);
  if (operation.kind === 'stream') return streaming(rest, inputOf);
  return operation.isOnce ? answeringOnce(name, rest, inputOf) : answering(name, operation, rest, inputOf);
}

function answering(name: OperationName, operation: Operation, { calls, source }: Rest, inputOf: InputReader): Handler {
  return async (request, reply) => {
    const asking = askingIn(request, reply.raw);
    const isConditional = operation.ifMatch !== undefined && request.headers['if-match'] !== undefined;
    if (isConditional) calls.assertKeyShown(name, asking);
    if (isConditional && isWeak(request)) throw weakTag(await calls.perform('getArtifact', request.params as OfArtifact, asking));
    const input = isConditional ? withCondition(operation, request, inputOf(request)) : inputOf(request);
    const called = operation.takesBytes ? uploaded(request, asking, calls, name, input) : calls.call(name, input, asking);
    const { answer, status = 200, replayed, isMinimal } = await (isConditional ? called.catch(preconditionFailed) : called);
    reply.code(status);
    if (replayed) reply.header('idempotency-replayed', 'true');
    if (isMinimal) reply.header('preference-applied', 'return=minimal');
    if (operation.kind === 'text') {
      const { fileName, content, version } = answer as OutputOf<'downloadArtifact'>;
      if (hasTag(request, reply, tagOfVersion(version))) return reply.code(304).send();
      return reply
        .header('content-type', 'text/markdown; charset=utf-8')
        .header('content-disposition', attachment(fileName))
        .send(content);
    }
    if (answer instanceof StoredDownload)
      return sendFile(answer, request, reply, source.turnstile, operation.acceptsRanges === true);
    if (answer instanceof Download) return download(answer, request, reply, source);
    if (status === 202) locate(operation, reply, answer);
    if (status === 204) return reply.send();
    if (operation.isQuestion && wantsStream(request)) {
      const stream = asStream(answer as OutputOf<'ask'>);
      return reply.header('content-type', 'text/event-stream; charset=utf-8').send(stream);
    }
    if (operation.isDiff && wantsDiff(request)) {
      return reply.header('content-type', 'text/x-diff; charset=utf-8').send(unified(answer as OutputOf<'diffArtifact'>));
    }
    if (operation.canBeText && typeof answer === 'string') {
      return reply.header('content-type', 'text/plain; charset=utf-8').send(answer);
    }
    if (answer instanceof Pieces) {
      reply.header('content-type', 'application/json; charset=utf-8');
      if (answer.bytes > sentWhole) return reply.send(inTurns(answer, request.address, source.turnstile));
      return reply.send((await answer.whole()).text);
    }
    // A string is already JSON and is not encoded again.
    const json = answer instanceof Json ? answer : new Json(JSON.stringify(answer));
    if (operation.hasTag) {
      const { version } = answer as OutputOf<'getArtifact'>;
      if (hasTag(request, reply, tagOfAnswer(version, json.text))) return reply.code(304).send();
    }
    return reply.header('content-type', 'application/json; charset=utf-8').send(json.body);
  };
}

/** Calls an operation that reads the body itself, after it has looked at the key. */
async function uploaded(request: FastifyRequest, asking: Asking, calls: Calls, operation: OperationName, input: unknown) {
  calls.assertKeyShown(operation, asking);
  const { sent, name } = await sentFile(request);
  return calls.call(operation, { ...(name !== undefined && { name }), ...(input as object) }, { ...asking, sent });
}

function download(file: Download, request: FastifyRequest, reply: FastifyReply, { turnstile }: Source): FastifyReply {
  const response = reply.raw;
  response.once('close', file.release);
  if (response.destroyed) file.release();
  return reply
    .header('content-type', file.mediaType)
    .header('content-disposition', attachment(file.fileName))
    .send(inTurns(file, request.address, turnstile));
}

/** The request headers that the answers of an operation depend on. */
function variesOf(operation: Operation): { varies?: string } {
  if (operation.isQuestion) return { varies: 'Accept' };
  if (operation.isDiff) return { varies: 'Accept' };
  if (carriesContext(operation)) return { varies: 'Prefer, If-Context' };
  return canBeMinimal(operation) ? { varies: 'Prefer' } : {};
}

/** Larger answers are streamed while they are read. */
const sentWhole = 256 * 1024;

/** Sets `Location` to the URL to poll after a 202. */
function locate({ location }: Operation, reply: FastifyReply, answer: unknown): void {
  if (location !== undefined) reply.header('location', (answer as Record<string, string>)[location]);
}

function streaming({ calls, source }: Rest, inputOf: InputReader): Handler {
  return async (request, reply) => {
    const resumed = request.headers['last-event-id'];
    const sent = { ...(inputOf(request) as object), ...(resumed && { lastEventId: resumed }) };
    return stream(request, reply, { following: await calls.follow(sent, askingIn(request, reply.raw)), source });
  };
}

/** Whether the client prefers unified text to JSON. */
const wantsDiff = ({ headers: { accept = '' } }: FastifyRequest): boolean => /\btext\/x-diff\b/i.test(accept);

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
    const fields = parsed(params as Record<string, unknown>, inPath, []);
    return body === undefined ? fields : isObject(body) ? Object.assign(body, fields) : body;
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

const isObject = (body: unknown): body is object => typeof body === 'object' && body !== null && !Array.isArray(body);
