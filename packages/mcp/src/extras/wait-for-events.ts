import { maxSequence, maxWaitSeconds, readInput } from '@parley/core';
import { z } from 'zod';
import type { Surface } from '../backend.ts';
import { annotationsOf, assertGiven, type ParleyTool } from '../tool.ts';
import { inputSchemaOf } from '../schema.ts';
import { enclosed } from '../texts.ts';

const input = z.object({
  after: z
    .int()
    .min(0)
    .max(maxSequence)
    .optional()
    .meta({ description: 'The last `sequence` that you know; by default only what happens from now on' }),
  wait: z.int().min(0).max(maxWaitSeconds).default(maxWaitSeconds).meta({ description: 'Seconds' }),
});

const mostDeliveries = 20;

const output = { type: 'object' as const, required: ['deliveries', 'events', 'sequence'] };

/** What happened in a space since a sequence, deliveries to the caller first. */
export function waitForEvents({ addressing: { adds, hides, requires } }: Surface): ParleyTool {
  const added = adds({ space: true, key: true, user: false, retries: false });
  const space = hides.includes('spaceId') ? {} : { spaceId: { type: 'string' } };
  const required = [...Object.keys(space), ...requires];
  return {
    tool: {
      name: 'wait_for_events',
      title: 'Wait for events',
      description:
        'Waits until others say or change something in the space, and returns what happened; no events if nobody did. ' +
        'Call it again to keep listening, with `sequence` as the next `after`. Returns at once if deliveries wait for you: call `claim_delivery`.',
      inputSchema: {
        type: 'object',
        properties: { ...space, ...inputSchemaOf(input).properties, ...added },
        required,
      },
      outputSchema: output,
      annotations: annotationsOf({ reads: true, repeats: true }),
    },
    async call(backend, args, signal) {
      assertGiven(required, args);
      const { after, wait } = readInput({ input }, args);
      const queued = async () =>
        (
          await backend.run(
            'listDeliveries',
            { ...args, after: 0, wait: 0, state: 'queued', limit: mostDeliveries },
            { signal, isMinimal: true },
          )
        )['deliveries'] as object[];
      const waiting = await queued();
      const { participantId, events, sequence } = await backend.happened(
        args,
        after,
        waiting.length > 0 ? 0 : wait * 1_000,
        signal,
      );
      const deliveries = waiting.length > 0 || !events.some(({ event }) => event === 'delivery') ? waiting : await queued();
      const fromOthers = events.filter(({ event, data }) => actorOf(event, data) !== participantId);
      return enclosed({ deliveries, events: fromOthers, sequence }, String(args['spaceId'])) as Record<string, unknown>;
    },
  };
}

/** The participant who caused an event, where one did. */
function actorOf(event: string, { actorId, senderId, participantId, state }: Record<string, unknown>): unknown {
  if (event === 'delivery') return state === 'queued' ? senderId : participantId;
  return event === 'message' ? senderId : actorId;
}
