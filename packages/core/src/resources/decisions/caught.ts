import { z } from 'zod';
import { caught, short } from '../../kernel/caught.ts';
import { inQuotes } from '../../kernel/envelope.ts';
import { callerLabel } from '../../kernel/reading.ts';
import { dateTime, id, sequence } from '../../kernel/schemas.ts';
import { decisionState } from './views.ts';

export const openDecisions = caught({
  one: 'decision',
  description: 'Open decisions that you can answer and have not',
  view: z.object({
    decisionId: id,
    title: callerLabel(),
    options: z.array(callerLabel()).meta({ description: 'Their ids' }),
    openedBy: id,
    expiresAt: dateTime.optional(),
    artifactId: id.optional(),
    version: z.int().optional().meta({ description: 'The version that the answer must name' }),
  }),
  line: ({ decisionId, title, options, openedBy, expiresAt, artifactId, version }) =>
    `- decision ${decisionId} ${inQuotes(title)} of ${short(openedBy)}: ${options.map(inQuotes).join(' or ')}` +
    (artifactId === undefined ? '' : `, about version ${version} of ${artifactId}`) +
    (expiresAt === undefined ? '' : `, until ${expiresAt}`),
});

export const endedDecisions = caught({
  one: 'decision',
  description: 'Decisions that have ended',
  view: z.object({
    sequence,
    decisionId: id,
    title: callerLabel(),
    state: decisionState,
    outcome: callerLabel().optional(),
    openedBy: id,
    actorId: id.meta({ description: 'Whose answer or request ended it; if time did, who opened it' }),
  }),
  line: ({ sequence, decisionId, title, state, outcome, openedBy, actorId }) =>
    `- #${sequence} decision ${decisionId} ${inQuotes(title)} of ${short(openedBy)}: ${state}` +
    (outcome === undefined ? '' : `, ${inQuotes(outcome)}`) +
    ` by ${short(actorId)}`,
});
