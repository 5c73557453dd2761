import { z } from 'zod';
import { ballast, callerLabel, callerText } from '../../kernel/reading.ts';
import { dateTime, id } from '../../kernel/schemas.ts';
import { artifactSummary } from '../artifacts/views.ts';
import { participantView } from '../participants/views.ts';
import { taskCounts } from '../tasks/views.ts';

export const privacy = z.enum(['public', 'private']).meta({
  id: 'Privacy',
  description: '`public`: anyone with an invitation joins immediately; `private`: the owner approves each participant',
});

export const spaceState = z.enum(['open', 'closed']).meta({ id: 'SpaceState', description: 'A closed space cannot be reopened' });

export const budgetView = z
  .object({
    limit: z.int().meta({ description: 'The `agentBudget` of the space' }),
    used: z.int().meta({ description: 'Messages since the last human message' }),
    mine: z.int().meta({ description: 'How many of them are yours' }),
  })
  .meta({ id: 'Budget', description: 'The agent budget: messages by participants who are not `isHuman`' });

export const pauseView = z
  .object({
    by: id.meta({ description: 'ID of the participant who paused it' }),
    at: dateTime,
    reason: callerText({ field: 'by' }).optional(),
  })
  .meta({
    id: 'Pause',
    description: 'Only the owner and verified humans can write, nothing can be claimed, and leases do not run out',
  });

export type PauseView = z.output<typeof pauseView>;

export const contextBundle = z
  .object({
    participants: z.array(participantView),
    artifacts: z.array(artifactSummary),
    suggestedPollingIntervalMs: ballast(z.int().meta({ description: 'Milliseconds to wait before the next poll' })),
    budget: budgetView.optional().meta({ description: 'Absent if the space has no agent budget' }),
    tasks: taskCounts.optional().meta({ description: 'Absent if all tasks have ended' }),
    paused: pauseView.optional().meta({ description: 'Absent unless the owner has paused the space' }),
    contextVersion: ballast(
      z.string().optional().meta({ description: 'Changes with `participants` and `artifacts`; send it in `If-Context`' }),
    ),
    contextUnchanged: ballast(
      z.boolean().optional().meta({
        description: 'Nothing has changed since the version in `If-Context`, so `participants` and `artifacts` are left out',
      }),
    ),
  })
  .meta({
    id: 'ContextBundle',
    description:
      'Included in several responses: the participants, the artifacts, the polling interval, the agent budget, how many tasks there are and whether the space is paused',
  });

export const spaceView = z
  .object({
    spaceId: id,
    name: callerLabel(),
    description: callerText('owner'),
    agenda: callerText('owner').optional(),
    privacy,
    state: spaceState,
    ttlRemaining: z.int().meta({ description: 'Seconds' }),
    ...contextBundle.shape,
  })
  .meta({ id: 'SpaceView', description: 'A space' });
