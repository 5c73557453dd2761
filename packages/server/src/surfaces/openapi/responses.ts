import { STATUS_CODES } from 'node:http';
import { errorBody, statusesOf, formOf, successOf, type Operation, type OutputOf } from '@parley/core';
import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { unified } from '../../resources/artifacts/diff/hunks.ts';
import { answerEvent, streamEvent } from './events.ts';
import { refusalHeaders, successHeaders } from './headers.ts';

/** Possible for every operation: the database is unreachable or the server is overloaded. */
const unavailable = 503;

export const responsesOf = (operation: Operation): Record<string, ZodOpenApiResponseObject> =>
  Object.fromEntries([...statusesOf(operation), unavailable].map((status) => [status, response(operation, status)]));

/** Refusals are the same for all operations, so the document contains each one once. */
const refusals = new Map<number, ZodOpenApiResponseObject>();

function refusal(status: number): ZodOpenApiResponseObject {
  const known = refusals.get(status);
  if (known) return known;
  const made: ZodOpenApiResponseObject = {
    id: `Error${status}`,
    description: STATUS_CODES[status]!,
    headers: refusalHeaders(status),
    content: { 'application/json': { schema: errorBody } },
  };
  refusals.set(status, made);
  return made;
}

function response(operation: Operation, status: number): ZodOpenApiResponseObject {
  if (!(status in operation.success)) return refusal(status);
  return {
    description: operation.success[status]!,
    headers: successHeaders(operation, status),
    ...contentOf(operation, status),
  };
}

function contentOf(operation: Operation, status: number): Pick<ZodOpenApiResponseObject, 'content'> {
  const { output, success, example } = operation;
  const { kind, or } = formOf(operation);
  if (output instanceof z.ZodVoid || status === 304) return {};
  if (kind === 'events') return { content: { 'text/event-stream': { schema: streamEvent } } };
  if (kind === 'text') {
    const { content } = example.output as { content: string };
    return { content: { 'text/markdown': { schema: z.string(), example: content } } };
  }
  if (kind === 'file') {
    const content = (media: string) => [media, { schema: z.string().meta({ format: 'binary' }) }];
    return { content: Object.fromEntries((operation.media ?? []).map(content)) };
  }
  // Each status has its own member of the union.
  const schema = output instanceof z.ZodUnion && 202 in success ? memberFor(output, status) : output;
  const isExample = status === successOf(operation, example.output);
  return {
    content: {
      'application/json': { schema, ...(isExample && { example: example.output }) },
      ...(or === 'text/x-diff' && {
        'text/x-diff': { schema: z.string(), example: unified(example.output as OutputOf<'diffArtifact'>) },
      }),
      ...(or === 'text/markdown' && { 'text/markdown': { schema: z.string(), example: operation.asMarkdown!(example.output) } }),
      ...(or === 'text/plain' && { 'text/plain': { schema: z.string() } }),
      ...(or === 'text/event-stream' && { 'text/event-stream': { schema: answerEvent } }),
      // A browser that asks gets a page.
      ...(or === 'text/event-stream' && operation.method === 'GET' && { 'text/html': { schema: z.string() } }),
    },
  };
}

const memberFor = (union: z.ZodUnion, status: number): z.core.$ZodType =>
  union.options.find((option) => 'status' in (option as z.ZodObject).shape === (status === 202))!;
