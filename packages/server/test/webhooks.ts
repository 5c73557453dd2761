import { randomBytes } from 'node:crypto';
import { answer, type KeyHolder, type Member, type Server } from '@parley/testing';
import { eventually } from './eventually.ts';
import { rpc, type RpcError } from './mcp-rpc.ts';
import type { Receiver } from './receiver.ts';

type Fields = Record<string, any>;

export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

export interface Wish extends Fields {
  name?: string;
  url?: string;
  secret?: string;
}

export interface Granted {
  id: string;
  refreshBefore: string;
  cursor: string;
  truncated: boolean;
  deliveryStatus?: { active: boolean; lastDeliveryAt: string | null; lastError: string | null; failedSince?: string };
}

type Headers = Record<string, string>;
const keyed = ({ key }: KeyHolder): Headers => ({ 'x-private-key': key });

/** Asks for events at a URL. */
export async function subscribe(
  server: Server,
  who: KeyHolder | Headers,
  { name = 'message.created', url, secret = newSecret(), ...rest }: Wish,
): Promise<{ result?: Granted; error?: RpcError }> {
  const headers = 'spaceId' in who ? keyed(who as KeyHolder) : who;
  return rpc(server, 'events/subscribe', { name, delivery: { mode: 'webhook', url, secret }, ...rest }, { headers });
}

/** The same, which succeeds. */
export async function subscribed(server: Server, who: KeyHolder | Headers, wish: Wish): Promise<Granted> {
  const { result, error } = await subscribe(server, who, wish);
  if (!result) throw new Error(JSON.stringify(error));
  return result;
}

export const unsubscribe = (server: Server, who: KeyHolder, { name = 'message.created', url, ...rest }: Wish) =>
  rpc(server, 'events/unsubscribe', { name, delivery: { url }, ...rest }, { headers: keyed(who) });

/** What a receiver got of one kind: `event`, or what its `type` says. */
export const gotten = ({ received }: Receiver, kind: 'event' | 'verification' | 'terminated'): Fields[] =>
  received.filter(({ body }) => (body['type'] ?? 'event') === kind).map(({ body }) => body);

/** Sends messages one after the other; returns their ids. */
export async function say(server: Server, member: Member, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i += 1)
    ids.push((await answer(200, server, 'sendMessage', member, { content: 'the harbour opens at noon' })).messageId);
  return ids;
}

/** Waits until a receiver got so many events. */
export const got = (receiver: Receiver, count: number): Promise<unknown> =>
  eventually(() => gotten(receiver, 'event').length >= count);
