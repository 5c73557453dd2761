import type { Tool } from '@modelcontextprotocol/server';
import { deliveryView, maxSequence, maxWaitSeconds, readRequest } from '@parley/core';
import { z } from 'zod';
import type { Surface } from '../../addressing.ts';
import type { Arguments, Backend, EventPage } from '../../backend.ts';
import { eventForm, formOf, type Form, type ObjectForm } from '../../form.ts';
import { annotationsOf, assertGiven, type ParleyTool, type Progress } from '../../tool.ts';
import { inputSchemaOf } from '../../schema.ts';

/** The longest wait of a client that gets no progress notifications: such clients give up. */
const mostSeconds = 600;
/** Shorter than the timeouts of clients and proxies. */
const progressEveryMs = 15_000;

const input = z.object({
  after: z.int().min(0).max(maxSequence).optional().meta({ description: 'By default, only what happens from now on' }),
  wait: z
    .int()
    .min(0)
    .max(mostSeconds)
    .default(maxWaitSeconds)
    .meta({ description: `Seconds; more than ${maxWaitSeconds} only if the client shows progress` }),
});

const mostDeliveries = 20;

const form: ObjectForm = {
  kind: 'object',
  fields: new Map<string, Form>([
    ['sequence', { kind: 'word' }],
    ['deliveries', formOf(z.array(deliveryView))],
    ['events', { kind: 'list', of: eventForm() }],
  ]),
};

/** What happened in a space since a sequence, deliveries to the caller first. */
export function waitForEvents({ addressing: { adds, hides } }: Surface): ParleyTool {
  const required = ['spaceId'].filter((field) => !hides.includes(field));
  return {
    form,
    group: 'core',
    permission: 'read',
    auth: 'member',
    takesSpace: required.length > 0,
    tool: {
      name: 'wait_for_events',
      description:
        'Waits until others say or change something, and returns what happened, or no events. ' +
        'To keep listening, call it again with `sequence` as `after`. Returns at once if deliveries wait for you: call `claim_delivery`.',
      inputSchema: {
        type: 'object',
        properties: { ...inputSchemaOf(input).properties, ...adds({ space: true, key: true, user: false }) },
      } as Tool['inputSchema'],
      annotations: annotationsOf({ reads: true, repeats: true }),
    },
    async call(backend, args, signal, progress) {
      assertGiven(required, args);
      const { after, wait } = readRequest({ input }, args);
      const options = { signal, isMinimal: true };
      const query = { ...args, after: 0, wait: 0, state: 'queued', limit: mostDeliveries };
      const queued = async () => (await backend.run('listDeliveries', query, options))['deliveries'] as object[];
      // The position first: what comes after the queue is read is an event after it.
      const present = after === undefined ? await nextEvents(backend, { args, after, seconds: 0, signal, progress }) : undefined;
      const waiting = await queued();
      const seconds = waiting.length > 0 ? 0 : Math.min(wait, progress ? mostSeconds : maxWaitSeconds);
      const waited = { args, after: after ?? present?.sequence, seconds, signal, progress };
      const { participantId, events, sequence } = present && seconds === 0 ? present : await nextEvents(backend, waited);
      const isForMe = events.some(({ event }) => event === 'delivery');
      const deliveries = waiting.length > 0 || !isForMe ? waiting : await queued();
      const fromOthers = events.filter(({ event, data }) => actorOf(event, data) !== participantId);
      return { deliveries, events: withoutDoubles(fromOthers), sequence };
    },
  };
}

interface WaitOptions {
  args: Arguments;
  after: number | undefined;
  seconds: number;
  signal: AbortSignal;
  progress: Progress | undefined;
}

/** Waits, and sends progress notifications meanwhile. */
async function nextEvents(backend: Backend, { args, after, seconds, signal, progress }: WaitOptions): Promise<EventPage> {
  let ticks = 0;
  const report = () => progress?.(((ticks += 1) * progressEveryMs) / 1_000, seconds);
  const timer = progress && setInterval(report, progressEveryMs);
  try {
    return await backend.eventsAfter(args, after, seconds * 1_000, signal);
  } finally {
    clearInterval(timer);
  }
}

/** A directed message causes an event, and so does each of its deliveries. */
function withoutDoubles(all: EventPage['events']): EventPage['events'] {
  const messages = new Set(all.filter(({ event }) => event === 'message').map(({ data }) => data['id']));
  return all.filter(({ event, data }) => event !== 'delivery' || data['state'] !== 'queued' || !messages.has(data['messageId']));
}

/** The participant who caused an event, where one did. */
function actorOf(event: string, { actorId, senderId, participantId, state }: Record<string, unknown>): unknown {
  if (event === 'delivery') return state === 'queued' ? senderId : participantId;
  return event === 'message' ? senderId : actorId;
}
