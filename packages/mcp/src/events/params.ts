import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { eventTypes, readInput, webhook, type Wanted } from '@parley/core';
import { z } from 'zod';
import { eventsError } from './errors.ts';
import { argumentsOf } from './types.ts';

const named = { name: z.string(), arguments: z.record(z.string(), z.unknown()).default({}) };

/** Where a subscriber continues: after a cursor, but not further back than an age. */
const position = { cursor: z.string().max(64).nullish(), maxAgeMs: z.int().min(0).nullish() };

export const pollParams = z.object({ ...named, ...position, maxEvents: z.int().min(1).nullish() });
export const streamParams = z.object({ ...named, ...position });

const url = z
  .url({ protocol: /^https?$/, error: ({ input }) => (input === undefined ? undefined : 'must be an https URL') })
  .max(webhook.limits.urlCharacters, `must have at most ${webhook.limits.urlCharacters} characters`);
const secret = z.string().refine(webhook.isSecret, 'must be whsec_ followed by the base64 of 24 to 64 random bytes');

export const subscribeParams = z.object({
  ...{ ...named, ...position },
  delivery: z.object({ mode: z.string().default('webhook'), url, secret }),
  ttlMs: z.int().min(0).nullable().optional(),
});
export const unsubscribeParams = z.object({ ...named, delivery: z.object({ url }) });

export type Position = Pick<z.output<typeof streamParams>, 'cursor' | 'maxAgeMs'>;

/** What a client subscribes to. */
export interface EventSubscription extends Wanted {
  /** Undefined: the space of the key. */
  readonly spaceId: string | undefined;
}

/** @throws {ProtocolError} if there is no such kind of event; a `ServiceError` if its arguments are wrong. */
export function subscriptionIn({ name, arguments: given }: z.output<typeof streamParams>): EventSubscription {
  const type = Object.hasOwn(eventTypes, name) ? eventTypes[name]! : undefined;
  if (!type)
    throw eventsError('notFound', `There is no event ${JSON.stringify(name)}: events/list names them`, { kind: 'event' });
  const { spaceId, ...rest } = readInput({ input: argumentsOf(type), path: '' }, given) as Record<string, string | undefined>;
  return { name, type, spaceId, only: type.filter === undefined ? undefined : rest[type.filter] };
}

const cursorFormat = /^\d{1,15}$/;

/** The sequence that a cursor stands for; undefined without one. */
export function sequenceIn(cursor: Position['cursor']): number | undefined {
  if (cursor === undefined || cursor === null) return undefined;
  if (!cursorFormat.test(cursor))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'cursor must be one that this server gave');
  return Number(cursor);
}
