import { randomUUID } from 'node:crypto';
import { createMcpHandler, type Server, type ServerEvent, type ServerEventBus } from '@modelcontextprotocol/server';
import { ServiceError } from '@parley/core';
import { protocolErrorOf, shownAt } from '@parley/mcp';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { follow, type Following } from '../../events/follow.ts';
import { Changes } from '../../mcp/changes.ts';
import { permission } from '../../mcp/happened.ts';
import type { Parley } from '../../parley.ts';
import { keepAliveMs } from '../../transport/events.ts';
import { json } from '../edge.ts';
import { contextOf } from '../request.ts';
import { asRequest, goneSignal, send, type Exchange } from './exchange.ts';
import { isLegacy } from './legacy.ts';
import { urisIn, type Message } from './message.ts';
import { EventWriter } from './event-writer.ts';

/** One key opens one space, which has few kinds of resources. */
const mostUris = 100;

const sessionHeader = 'mcp-session-id';

/**
 * Subscriptions to resources, in both revisions. The answer to the request that opens one is a stream; it ends with the connection, or
 * when the key stops working.
 */
export function serveSubscriptions({ contract, pipeline, source, log }: Parley) {
  /** What ends the streams of 2025 clients: by session and address of the resource. */
  const legacy = new Map<string, Set<() => void>>();

  async function open(
    exchange: Exchange,
    request: FastifyRequest,
    reply: FastifyReply,
    serverFor: (exchange: Exchange) => Server,
  ): Promise<FastifyReply> {
    const { message } = exchange;
    if (message.method === 'resources/unsubscribe') return unsubscribe(message, request, reply);
    const uris = urisOf(message);
    try {
      if (uris.length === 0) return await listen(exchange, request, reply, serverFor);
      const following = await admitted(uris, request, reply);
      return message.method === 'subscriptions/listen'
        ? await listen(exchange, request, reply, serverFor, { following, uris })
        : await subscribe(message, request, reply, { following, uris });
    } catch (error) {
      if (reply.sent) throw error;
      const { code, message: text, data } = protocolErrorOf(uris[0] ?? '', exchange.options.refuse(error));
      const { id = null } = message;
      return reply
        .header('content-type', json)
        .send(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: text, data } }));
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
    const { asking } = contextOf(request, reply.raw);
    const following = await permission({ contract, pipeline }, spaceId, asking);
    const head = await source.heads.current(following.spaceId);
    return { ...following, from: { after: head?.sequence ?? 0 } };
  }

  /** Follows the space until the client is gone or the key stops working. */
  async function announce({ following, uris }: Subscribed, writer: EventWriter, tell: (uri: string) => void): Promise<void> {
    const changes = new Changes(following.spaceId, uris, tell);
    void writer.gone.then(() => changes.end());
    try {
      await follow(following, () => changes, source);
    } catch (error) {
      log.debug({ err: error }, 'a subscription ended');
    } finally {
      changes.end();
    }
  }

  /** 2026-07-28: the protocol's own stream, with a source of events for this one. */
  async function listen(
    exchange: Exchange,
    request: FastifyRequest,
    reply: FastifyReply,
    serverFor: (exchange: Exchange) => Server,
    subscribed?: Subscribed,
  ): Promise<FastifyReply> {
    const bus = new OneListener();
    const handler = createMcpHandler(() => serverFor(exchange), { bus, keepAliveMs, maxSubscriptions: 1 });
    const response = await handler.fetch(asRequest(request, goneSignal(reply)), { parsedBody: exchange.message });
    if (!bus.isOpen || !subscribed) return send(reply, response);
    const writer = new EventWriter(reply);
    const done = writer.pump(response.body!).finally(() => handler.close());
    await announce(subscribed, writer, (uri) => bus.publish({ kind: 'resource_updated', uri }));
    await handler.close();
    await done;
    writer.end();
    return reply;
  }

  /** 2025: the response comes first, and its stream stays open for the notifications. */
  async function subscribe(
    message: Message,
    request: FastifyRequest,
    reply: FastifyReply,
    subscribed: Subscribed,
  ): Promise<FastifyReply> {
    const writer = new EventWriter(reply);
    const leave = remember(request, subscribed.uris, () => writer.end());
    const keepAlive = setInterval(() => writer.write(': keepalive\n\n'), keepAliveMs);
    writer.send({ id: message.id, result: {} });
    try {
      await announce(subscribed, writer, (uri) => writer.send({ method: 'notifications/resources/updated', params: { uri } }));
    } finally {
      clearInterval(keepAlive);
      leave();
      writer.end();
    }
    return reply;
  }

  function remember({ headers }: FastifyRequest, [uri]: string[], end: () => void): () => void {
    const name = `${String(headers[sessionHeader] ?? '')} ${uri}`;
    const ends = legacy.get(name) ?? new Set();
    legacy.set(name, ends.add(end));
    return () => {
      ends.delete(end);
      if (ends.size === 0) legacy.delete(name);
    };
  }

  function unsubscribe({ id = null, params }: Message, { headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
    const session = headers[sessionHeader];
    const { uri } = (params ?? {}) as { uri?: unknown };
    if (typeof session === 'string') for (const end of legacy.get(`${session} ${String(uri)}`) ?? []) end();
    return reply.header('content-type', json).send(JSON.stringify({ jsonrpc: '2.0', id, result: {} }));
  }

  return {
    /** Each revision has its own methods; the library refuses those of the other one. */
    isFor(message: Message, request: FastifyRequest): boolean {
      const { method, id } = message;
      if (typeof method !== 'string' || !methods.has(method) || !(typeof id === 'string' || typeof id === 'number')) return false;
      return isLegacy(message, request) !== (method === 'subscriptions/listen');
    },
    open,
  };
}

/** A name by which a 2025 client ends its own subscriptions and not those of others; nothing else depends on it. */
export const newSession = (): [string, string] => [sessionHeader, randomUUID()];

const methods = new Set(['subscriptions/listen', 'resources/subscribe', 'resources/unsubscribe']);

interface Subscribed {
  following: Following;
  uris: string[];
}

function urisOf({ method, params }: Message): string[] {
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
