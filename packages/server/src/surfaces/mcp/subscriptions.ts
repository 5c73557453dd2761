import { randomUUID } from 'node:crypto';
import { createMcpHandler, type Server, type ServerEvent, type ServerEventBus } from '@modelcontextprotocol/server';
import { ServiceError } from '@parley/core';
import { protocolErrorOf, shownAt } from '@parley/mcp';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Following, Sink } from '../../engine/stream/follow.ts';
import { retryLine } from '../../engine/stream/notice.ts';
import { Announcer } from './announcer.ts';
import type { Parley } from '../../parley.ts';
import { metadataIn } from '../wire/request.ts';
import { stream } from '../sse/stream.ts';
import { frameOf } from './answer.ts';
import { asRequest, goneSignal, send, sendMessage, type Exchange } from './exchange.ts';
import { isLegacy } from './revision.ts';
import { urisIn, type JsonRpcMessage } from './message.ts';

/** One key opens one space, which has few kinds of resources. */
const mostUris = 100;

const sessionHeader = 'mcp-session-id';

/** The library sends no keep-alives, because the stream does. */
const never = 0;

/**
 * Subscriptions to resources, in both revisions. The answer to the request that opens one is a stream; it ends with the connection, or
 * when the key stops working.
 */
export function serveSubscriptions({ follow, source }: Parley, serverFor: (exchange: Exchange) => Server) {
  /** What ends the streams of 2025 clients, by `subscriptionOf`. */
  const legacy = new Map<string, Set<() => void>>();

  async function open(exchange: Exchange, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { message } = exchange;
    if (message.method === 'resources/unsubscribe') return unsubscribe(message, request, reply);
    const uris = urisOf(message);
    try {
      if (uris.length === 0) return await listen(exchange, request, reply);
      const following = await admitted(uris, request, reply);
      return message.method === 'subscriptions/listen'
        ? await listen(exchange, request, reply, { following, uris })
        : await subscribe(message, request, reply, { following, uris });
    } catch (error) {
      if (reply.sent) throw error;
      const { code, message: text, data } = protocolErrorOf(uris[0] ?? '', exchange.options.refuse(error));
      const { id = null } = message;
      return sendMessage(reply, JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: text, data } }));
    }
  }

  /** Permission to follow the space of all these resources, from now on. */
  async function admitted(uris: string[], request: FastifyRequest, reply: FastifyReply): Promise<Following> {
    const spaces = new Set(uris.map((uri) => shownAt(uri)?.spaceId.toLowerCase()));
    const [spaceId] = spaces;
    if (uris.length > mostUris)
      throw new ServiceError('invalid_request', `At most ${mostUris} resources can be subscribed to at once`);
    if (spaces.size > 1)
      throw new ServiceError('invalid_request', 'A subscription covers resources of one space, because it has one key');
    const following = await follow({ spaceId }, { ...metadataIn(request, reply.raw), transport: 'mcp' });
    const head = await source.heads.current(following.spaceId);
    return { ...following, from: { after: head?.sequence ?? 0 } };
  }

  /** 2026-07-28: the protocol's own stream, with a source of events for this one. */
  async function listen(
    exchange: Exchange,
    request: FastifyRequest,
    reply: FastifyReply,
    subscribed?: McpSubscription,
  ): Promise<unknown> {
    const bus = new OneListener();
    const handler = createMcpHandler(() => serverFor(exchange), { bus, keepAliveMs: never, maxSubscriptions: 1 });
    let isStreaming = false;
    try {
      const response = await handler.fetch(asRequest(request, goneSignal(reply)), { parsedBody: exchange.message });
      if (!bus.isOpen || !subscribed) return await send(reply, response);
      const { following, uris } = subscribed;
      const shaped = (inner: Sink): Sink => {
        isStreaming = true;
        void inner.gone.then(() => handler.close());
        const written = pump(response.body!, inner).catch(() => {});
        const announce = (uri: string) => bus.publish({ kind: 'resource_updated', uri });
        return new Announcer(inner, {
          spaceId: following.spaceId,
          uris,
          announce,
          finish: async () => {
            await handler.close();
            await written;
          },
        });
      };
      return await stream(request, reply, { following, source, shaped });
    } finally {
      if (!isStreaming) await handler.close();
    }
  }

  /** 2025: the response comes first, and its stream stays open for the notifications. */
  async function subscribe(
    { id }: JsonRpcMessage,
    request: FastifyRequest,
    reply: FastifyReply,
    { following, uris }: McpSubscription,
  ): Promise<unknown> {
    const name = subscriptionOf(request, uris[0]!);
    const shaped = (inner: Sink): Sink => {
      const write = (message: object) => inner.deliver([], frameOf(JSON.stringify({ jsonrpc: '2.0', ...message })));
      inner.deliver([], Buffer.from(retryLine()));
      write({ id, result: {} });
      const announce = (uri: string) => write({ method: 'notifications/resources/updated', params: { uri } });
      const announcer = new Announcer(inner, { spaceId: following.spaceId, uris, announce });
      if (name !== undefined) remember(name, announcer);
      return announcer;
    };
    return stream(request, reply, { following, source, shaped });
  }

  function remember(name: string, announcer: Announcer): void {
    const end = () => announcer.end();
    const ends = legacy.get(name) ?? new Set();
    legacy.set(name, ends.add(end));
    void announcer.gone.then(() => {
      ends.delete(end);
      if (ends.size === 0) legacy.delete(name);
    });
  }

  function unsubscribe({ id = null, params }: JsonRpcMessage, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { uri } = (params ?? {}) as { uri?: unknown };
    const name = subscriptionOf(request, String(uri));
    for (const end of (name !== undefined && legacy.get(name)) || []) end();
    return sendMessage(reply, JSON.stringify({ jsonrpc: '2.0', id, result: {} }));
  }

  return {
    /** Each revision has its own methods; the library refuses those of the other one. */
    isFor(message: JsonRpcMessage, request: FastifyRequest): boolean {
      const { method, id } = message;
      if (typeof method !== 'string' || !methods.has(method) || !(typeof id === 'string' || typeof id === 'number')) return false;
      return isLegacy(message, request) !== (method === 'subscriptions/listen');
    },
    open,
  };
}

/** Which subscription a 2025 client can end: only its own, so the key counts too. Undefined for a client without a session. */
function subscriptionOf({ headers, credential }: FastifyRequest, uri: string): string | undefined {
  const session = headers[sessionHeader];
  return session ? `${String(session)} ${credential?.hash ?? ''} ${uri}` : undefined;
}

/** A name by which a 2025 client ends its own subscriptions; nothing else depends on it. */
export const newSession = (): [string, string] => [sessionHeader, randomUUID()];

const methods = new Set(['subscriptions/listen', 'resources/subscribe', 'resources/unsubscribe']);

/** Writes what a stream contains until it ends or the reader is gone. */
async function pump(body: ReadableStream<Uint8Array>, sink: Sink): Promise<void> {
  const reader = body.getReader();
  void sink.gone.then(() => reader.cancel().catch(() => {}));
  // The first chunk begins with an event.
  sink.deliver([], Buffer.from(retryLine()));
  for (let next = await reader.read(); !next.done; next = await reader.read()) sink.deliver([], Buffer.from(next.value));
}

interface McpSubscription {
  following: Following;
  uris: string[];
}

function urisOf({ method, params }: JsonRpcMessage): string[] {
  const { uri, notifications } = (params ?? {}) as { uri?: unknown; notifications?: unknown };
  return method === 'subscriptions/listen' ? urisIn(notifications) : [String(uri)];
}

/** The source of events of one subscription. */
class OneListener implements ServerEventBus {
  #listener: ((event: ServerEvent) => void) | undefined;

  get isOpen(): boolean {
    return this.#listener !== undefined;
  }

  publish(event: ServerEvent): void {
    this.#listener?.(event);
  }

  subscribe(listener: (event: ServerEvent) => void): () => void {
    this.#listener = listener;
    return () => (this.#listener = undefined);
  }
}
