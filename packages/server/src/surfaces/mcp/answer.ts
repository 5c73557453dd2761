import { callTool, progressOf, type Progress } from '@parley/mcp';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EventStream } from '../sse/sse.ts';
import { openStream } from '../sse/stream.ts';
import { encoded, type DirectCall } from './direct.ts';
import { goneSignal, sendMessage, type Exchange } from './exchange.ts';

/**
 * Answers a call with JSON. A client that asked to be told of the progress gets a stream instead, if the call waits so long that there
 * is something to tell; its last message is the answer.
 */
export async function answerCall(
  { backend, options }: Exchange,
  call: DirectCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { tool, args, progressToken } = call;
  const gone = goneSignal(reply);
  const told: { by?: EventStream } = {};
  const tell: Progress = (seconds, of) => {
    // A response that waits behind another one on its connection has no socket yet.
    if (gone.aborted || !reply.raw.socket) return;
    told.by ??= openStream(reply);
    told.by.deliver([], frameOf(JSON.stringify({ jsonrpc: '2.0', ...progressOf(progressToken!, seconds, of) })));
  };
  const canTell = progressToken !== undefined && request.headers.accept?.includes('text/event-stream') === true;
  const result = await callTool(backend, tool, args, gone, options.refuse, canTell ? tell : undefined);
  const answer = encoded(call, result, options.version);
  const { by: stream } = told;
  if (!stream) return sendMessage(reply, answer);
  stream.deliver([], frameOf(answer));
  stream.end();
  return reply;
}

/** A JSON-RPC message as an event of a stream. */
export const frameOf = (message: string): Buffer => Buffer.from(`event: message\ndata: ${message}\n\n`);
