import { z } from 'zod';
import { caught, named, short } from '../../kernel/caught.ts';
import { inQuotes } from '../../kernel/envelope.ts';
import { callerLabel } from '../../kernel/reading.ts';
import { id, sequence } from '../../kernel/schemas.ts';
import { proposalState } from './views.ts';

export const openProposals = caught({
  one: 'proposal',
  description: 'Open proposals that you can decide',
  view: z.object({
    proposalId: id,
    artifactId: id,
    artifactName: callerLabel(),
    authorId: id,
    authorName: callerLabel(),
    baseVersion: z.int(),
  }),
  line: ({ proposalId, artifactId, artifactName, authorId, authorName, baseVersion }) =>
    `- proposal ${proposalId} of ${named(authorId, authorName)} for ${inQuotes(artifactName)} ${artifactId}, based on version ${baseVersion}`,
});

export const endedProposals = caught({
  one: 'proposal',
  description: 'Proposals that have ended',
  view: z.object({
    sequence,
    proposalId: id,
    artifactId: id,
    artifactName: callerLabel(),
    state: proposalState,
    authorId: id,
    actorId: id.meta({ description: 'Who decided, or withdrew it' }),
    version: z.int().optional().meta({ description: 'The version that it became' }),
  }),
  line: ({ sequence, proposalId, artifactId, artifactName, state, authorId, actorId, version }) =>
    `- #${sequence} proposal ${proposalId} of ${short(authorId)} for ${inQuotes(artifactName)} ${artifactId}: ${state} by ${short(actorId)}` +
    (version === undefined ? '' : `, version ${version}`),
});
