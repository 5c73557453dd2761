import {
  carriesContext,
  maxBodyBytes,
  pathParameters,
  readInput,
  ServiceError,
  type Contract,
  type Limits,
  type Operation,
  type OperationName,
  type OutputOf,
} from '@parley/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Following, Source } from '../events/follow.ts';
import { operations } from '../operations/index.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { Json, Pieces } from '../present/json.ts';
import type { AppRouter, Context } from '../router.ts';
import { inTurns } from './admission/answers.ts';
import { asStream, wantsStream } from './ask-stream.ts';
import { attachment } from './attachment.ts';
import { contextOf } from './request.ts';
import { stream } from './stream.ts';
import { isKnown } from './tags.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation of the route, if it has one. */
    operation?: Operation;
  }
}

type Procedure = (call: {
  ctx: Context;
  getRawInput: () => Promise<unknown>;
  path: string;
  type: 'query' | 'mutation';
  signal: undefined;
  batchIndex: 0;
}) => Promise<unknown>;

interface Rest {
  contract: Contract;
  limits: Limits;
  router: AppRouter;
  pipeline: Pipeline;
  source: Source;
}

export const served = Object.keys(operations) as OperationName[];
export const isServed = (name: string): name is OperationName => Object.hasOwn(operations, name);
const routePath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** One route per operation; each calls the tRPC procedure of the same name, in process. */
export function serveRest(app: FastifyInstance, rest: Rest): void {
  for (const name of served) {
    const operation: Operation = rest.contract[name];
    const inputOf = inputReader(operation);
    const respond =
      operation.kind === 'stream' ? streaming(name, operation, rest, inputOf) : answering(name, operation, rest, inputOf);
    app.route({
      method: operation.method,
      url: routePath(operation.path),
      exposeHeadRoute: operation.kind !== 'stream',
      bodyLimit: maxBodyBytes(operation, rest.limits),
      config: { operation, ...variesOf(operation) },
      handler: respond,
    });
  }
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

function answering(name: OperationName, operation: Operation, { router, pipeline, source }: Rest, inputOf: InputReader): Handler {
  const procedure = router[name] as unknown as Procedure;
  const type = operation.method === 'GET' ? 'query' : 'mutation';
  return async (request, reply) => {
    const ctx = contextOf(request, reply.raw);
    pipeline.assertKeyShown(name, ctx.asking);
    const getRawInput = () => Promise.resolve(inputOf(request));
    const answer = await procedure({ ctx, getRawInput, path: name, type, signal: undefined, batchIndex: 0 });
    const { status = 200, replayed, isMinimal } = ctx.reply;
    reply.code(status);
    if (replayed) reply.header('idempotency-replayed', 'true');
    if (isMinimal) reply.header('preference-applied', 'return=minimal');
    if (operation.kind === 'text') {
      const { fileName, content } = answer as { fileName: string; content: string };
      if (operation.hasTag && isKnown(request, reply, content)) return reply.code(304).send();
      return reply
        .header('content-type', 'text/markdown; charset=utf-8')
        .header('content-disposition', attachment(fileName))
        .send(content);
    }
    if (status === 202) locate(operation, reply, answer);
    if (status === 204) return reply.send();
    if (operation.isQuestion && wantsStream(request)) {
      const stream = asStream(answer as OutputOf<'ask'>);
      return reply.header('content-type', 'text/event-stream; charset=utf-8').send(stream);
    }
    if (answer instanceof Pieces) {
      reply.header('content-type', 'application/json; charset=utf-8');
      if (answer.bytes > sentWhole) return reply.send(inTurns(answer, request.address, source.turnstile));
      return reply.send((await answer.whole()).text);
    }
    // A string is already JSON and is not encoded again.
    const text = answer instanceof Json ? answer.text : JSON.stringify(answer);
    if (operation.hasTag && isKnown(request, reply, text)) return reply.code(304).send();
    return reply.header('content-type', 'application/json; charset=utf-8').send(text);
  };
}

/** The request header that the answers of an operation depend on. */
function variesOf(operation: Operation): { varies?: string } {
  if (operation.isQuestion) return { varies: 'Accept' };
  return carriesContext(operation) ? { varies: 'Prefer' } : {};
}

/** Larger answers are streamed while they are read. */
const sentWhole = 256 * 1024;

/** Sets `Location` to the URL to poll after a 202. */
function locate({ location }: Operation, reply: FastifyReply, answer: unknown): void {
  if (location !== undefined) reply.header('location', (answer as Record<string, string>)[location]);
}

function streaming(name: OperationName, operation: Operation, { pipeline, source }: Rest, inputOf: InputReader): Handler {
  return async (request, reply) => {
    const { asking } = contextOf(request, reply.raw);
    pipeline.assertKeyShown(name, asking);
    const resumed = request.headers['last-event-id'];
    const input = readInput(operation, { ...inputOf(request), ...(resumed && { lastEventId: resumed }) });
    const { answer } = await pipeline.run(name, input, asking);
    return stream(request, reply, { following: answer as Following, source });
  };
}

type InputReader = (request: FastifyRequest) => Record<string, unknown>;

/** Merges path, and query or body, as in the contract. Only query values are text, so only they are parsed as numbers. */
function inputReader({ method, path, input }: Operation): InputReader {
  if (method !== 'GET') {
    return ({ body, params }) => ({ ...objectIn(body), ...(params as object) });
  }
  const numbers = Object.keys(input.shape).filter(
    (field) => isNumber(input.shape[field]) && !pathParameters(path).includes(field),
  );
  return ({ query, params }) => {
    const fields: Record<string, unknown> = { ...(query as object), ...(params as object) };
    for (const field of numbers) {
      const text = fields[field];
      if (typeof text === 'string' && /^(?:\d|-[1-9])\d{0,14}$/.test(text)) fields[field] = Number(text);
    }
    return fields;
  };
}

function isNumber(schema: z.core.$ZodType | undefined): boolean {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault) inner = inner.unwrap();
  return inner instanceof z.ZodNumber;
}

function objectIn(body: unknown): object {
  if (body === undefined) return {};
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw new ServiceError('invalid_request', 'The body must be a JSON object');
}
