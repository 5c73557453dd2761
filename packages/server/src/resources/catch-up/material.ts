import {
  budget,
  catchUp as rules,
  delivery as deliveryRules,
  displayName,
  lockAt,
  space as spaceRules,
  type Delivery,
  type InputOf,
} from '@parley/core';
import { compared } from '../artifacts/caught.ts';
import { dueField } from '../../engine/present/time.ts';
import type { Environment } from '../../engine/environment.ts';
import type { Reader } from '../../engine/resource.ts';
import { changesIn } from './changes.ts';
import { messagesFor } from './messages.ts';
import { readingFor, type CatchUpReading } from './reading.ts';

type Material = rules.Material;

interface CatchUpRequest extends Reader {
  input: InputOf<'catchUp'>;
  env: Environment;
}

/** What a catch-up of a participant is chosen from, up to `head`. */
export async function materialFor(asked: CatchUpRequest, head: number): Promise<Material> {
  const { caller: viewer, input, env } = asked;
  const { spaceId, after } = input;
  const reading = readingFor(input.budget);
  const queue = openDeliveriesOf(asked, head, reading);
  const queued = queue.then(({ open }) => open.map(({ sequence }) => sequence!));
  const [{ open, openDeliveries }, heldDeliveries, { messages, unread, waiting }, { changes, changesBefore }] = await Promise.all(
    [
      queue,
      env.deliveries.heldCount(spaceId, viewer.participantId),
      messagesFor({ spaceId, after, head, viewer, env }, reading, queued),
      changesFor(asked, head, reading),
    ],
  );
  const deliveries = open.flatMap(({ deliveryId, sequence, state, lease }) => {
    const message = waiting.get(sequence!);
    return message ? [{ deliveryId, state, ...dueField('leaseExpiresAt', lease?.expiresAt), message }] : [];
  });
  return {
    ...{ after, head, deliveries, openDeliveries, heldDeliveries, ...changes, messages },
    ...{ you: youIn(asked), room: roomIn(asked) },
    ...Object.fromEntries(Object.entries(env.todo).map(([list, waiting]) => [list, waiting(asked)])),
    unread: { messages: unread, changesBefore },
  };
}

function youIn({ state, caller, now }: CatchUpRequest): Material['you'] {
  const { participantId, role, status } = caller;
  const name = displayName(state, caller);
  const budgetLeft = budget.left(state, caller);
  const locks = [...state.artifacts.values()].flatMap((artifact) => {
    const lock = lockAt(artifact, now);
    if (lock?.lockedBy !== participantId) return [];
    return [{ artifactId: artifact.artifactId, name: artifact.name, ...dueField('lockExpiresAt', lock.expiresAt) }];
  });
  return { participantId, name, role, status, ...(budgetLeft !== undefined && { budgetLeft }), locks };
}

function roomIn({ state: { space }, now }: CatchUpRequest): Material['room'] {
  const { name, agenda, paused } = space;
  return {
    name,
    ttlRemaining: spaceRules.ttlRemaining(space, now),
    ...(paused && { paused: true }),
    ...(agenda && { agenda }),
  };
}

/** The oldest open deliveries to the caller, and how many there are. */
async function openDeliveriesOf(
  { state, caller: { participantId }, input: { spaceId }, now, env }: CatchUpRequest,
  head: number,
  { deliveries: most }: CatchUpReading,
): Promise<{ open: Delivery[]; openDeliveries: number }> {
  const found = await env.deliveries.received('open', { spaceId, participantId, after: 0, limit: most, now });
  const open = found
    .map((each) => deliveryRules.current(each, state, now))
    .filter((each) => each.state !== 'done' && each.sequence! <= head);
  const openDeliveries = found.length < most ? open.length : await env.deliveries.openCount(spaceId, participantId);
  return { open, openDeliveries };
}

async function changesFor(
  { state, caller, input: { spaceId, after }, env }: CatchUpRequest,
  head: number,
  { changes: most, bytes }: CatchUpReading,
) {
  const { rows, hasMore } = await env.catchUp.changes({ spaceId, after, before: head + 1 }, { rows: most, bytes });
  const told = rows.filter(({ body }) => body !== '');
  const events = told.map((row) => env.log.event(spaceId, row)).filter((event) => event.isFor(caller));
  const { artifacts, ...changes } = changesIn(events.toReversed(), { state, viewer: caller, env });
  const sizeOf = (id: string) => state.artifacts.get(id)?.contentBytes;
  return {
    changes: { ...changes, artifacts: await compared(artifacts, spaceId, sizeOf, env) },
    changesBefore: hasMore ? rows.at(-1)!.sequence : undefined,
  };
}
