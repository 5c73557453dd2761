import { z } from 'zod';
import * as meeting from '../../kernel/example.ts';
import { type Limits, maxSequence } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { hasMore } from '../../kernel/paging.ts';
import { ballast, callerLabel, callerText } from '../../kernel/reading.ts';
import { type Tag, entity, fact, resource } from '../../kernel/resource.ts';
import { content, dateTime, id, openOrAll, text } from '../../kernel/schemas.ts';
import { baseVersion, changeFields, hasOneChange, oneChange, sectionMode } from '../artifacts/change.ts';
import type { ChangeVia } from '../artifacts/entity.ts';
import * as artifacts from '../artifacts/example.ts';
import { artifactDiff, artifactPath, changeVia } from '../artifacts/views.ts';
import { maxNoteCharacters } from '../../kernel/limits.ts';
import * as participants from '../participants/example.ts';
import { endedProposals, openProposals } from './caught.ts';
import type { Proposal } from './entity.ts';
import * as example from './example.ts';
import type { ProposalFact } from './facts.ts';
import { proposalState } from './views.ts';
import { errors, errorDetails, missing } from './errors.ts';
import { events } from './events.ts';
import { forModels } from './for-models.ts';

const tag: Tag = {
  name: 'Proposals',
  description: 'Changes of artifacts that wait until the holder of the lock, the creator or the owner decides.',
  permission: 'artifacts',
  tools: 'participant',
};

const entities = {
  proposals: entity<Proposal>({
    idOf: ({ proposalId }) => proposalId,
    charactersOf: ({ authorName, note = '' }) => authorName.length + note.length,
    renamed: (proposal, participantId, name) =>
      proposal.authorId === participantId ? { ...proposal, authorName: name } : undefined,
  }),
};

const facts = {
  proposal: fact<ProposalFact>('everyone'),
};

const maxProposalsPerPage = 100;

/** Of a difference, which can have as many as it shows lines. */
const maxHunks = 10_000;

const proposalPath = artifactPath.extend({ proposalId: id.meta({ description: 'ID of the proposal' }) });

const note = text(maxNoteCharacters);

const base = z.int().min(1).meta({ description: 'The version that the change is based on' });

const proposalView = z
  .object({
    proposalId: id,
    artifactId: id,
    sequence: z.int().optional().meta({ description: 'Position in the log; orders the list' }),
    state: proposalState,
    authorId: id,
    authorName: callerLabel().meta({ description: 'Display name of the author at that time' }),
    baseVersion: z.int().meta({ description: 'The version that the change is based on' }),
    via: changeVia,
    note: callerText({ field: 'authorId' }).optional(),
    revision: z.int().meta({ description: 'Increases with each change by its author' }),
    createdAt: dateTime,
    endedAt: dateTime.optional(),
    endedBy: id.optional(),
    endNote: callerText({ field: 'endedBy' }).optional().meta({ description: 'The reason of who ended it' }),
    version: z.int().optional().meta({ description: 'The version that it became' }),
  })
  .meta({ id: 'Proposal', description: 'A change of an artifact that somebody proposes, without its text' });

const proposalApplies = z.enum(['clean', 'merged', 'conflict']).meta({
  id: 'ProposalApplies',
  description:
    '`clean`: as its author sent it; `merged`: together with what has changed since its base, at other lines; `conflict`: it changes the ' +
    'same lines, so it can only be accepted with a `content`',
});

const proposalDiff = artifactDiff
  .optional()
  .meta({ description: 'What accepting it changes; compared with its base if it no longer applies' });

const proposedView = proposalView
  .extend({
    to: z.array(id).meta({ description: 'The participants who are asked to decide' }),
    diff: proposalDiff.clone(),
  })
  .meta({ id: 'ProposalWithDiff', description: 'A proposal, whom it is directed to, and what it changes' });

const byAuthor = () => callerText({ field: 'authorId' });

/** A part of the change, inside of an object that does not name its author. */
const part = () => callerText('participants');

const proposalWithChange = proposalView
  .extend({
    content: byAuthor().optional(),
    edits: z.array(z.object({ old: part(), new: part() })).optional(),
    append: byAuthor().optional(),
    section: z
      .object({ heading: part(), content: part(), mode: sectionMode })
      .optional()
      .meta({ description: 'A change below a heading' }),
    currentVersion: z.int().meta({ description: 'The present version of the artifact' }),
    applies: proposalApplies.optional().meta({ description: 'How an open one applies to the present version' }),
    merged: ballast(callerText('participants').optional()).meta({
      description: 'With `merged`: the present text with the change, which accepting it writes',
    }),
    diff: proposalDiff.clone(),
  })
  .meta({ id: 'ProposalWithChange', description: 'A proposal with its change as the author sent it, and what it changes' });

const view = {
  proposalId: example.proposalId,
  artifactId: artifacts.artifactId,
  sequence: 7,
  state: 'open' as const,
  authorId: participants.participantId,
  authorName: 'Grace',
  baseVersion: 1,
  via: 'append' as ChangeVia,
  note: 'It needs a first step',
  revision: 1,
  createdAt: meeting.at,
};

const { diff } = artifacts;

/** What `edit_artifact` explains to models. */
const ofChange = { content: '', edits: '', append: '', section: '', baseVersion: '' };

const ended = { endedAt: meeting.at, endedBy: participants.ownerId };

const ofProposal = { ...artifacts.ofArtifact, proposalId: example.proposalId };

const operations = (limits: Limits) => ({
  createProposal: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/artifact/{artifactId}/proposals',
    summary: 'Propose a change of an artifact',
    description:
      'Needs no lock. The holder of the lock decides; if there is none, its creator and the owner do. They get a directed message, and you get one ' +
      'when it ends.',
    example: {
      input: { ...artifacts.ofArtifact, baseVersion: 1, append: '\n1. Begin\n', note: view.note },
      output: { ...view, to: [participants.ownerId], diff },
    },
    tag,
    auth: 'member',
    forModels: {
      name: 'propose_edit',
      description:
        'Takes a change as `edit_artifact` does, without the lock. Its holder, or the creator and the owner decide; you get a message then.',
      fields: { ...ofChange, note: 'Why' },
    },
    input: artifactPath
      .extend({ ...changeFields(limits), baseVersion: base, note: note.optional().meta({ description: 'Why' }) })
      .refine(hasOneChange, oneChange),
    output: proposedView,
    errors: [400, 401, 404, 409, 410, 429],
    refusesMuted: true,
  }),

  listProposals: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/artifact/{artifactId}/proposals',
    summary: 'List the proposals for an artifact, newest first',
    description: 'The open ones by default. To continue, pass the `sequence` of the last one as `before`.',
    example: { input: artifacts.ofArtifact, output: { proposals: [view], hasMore: false } },
    tag,
    auth: 'member',
    forModels: { defaults: { limit: 20 }, group: 'artifacts' },
    input: artifactPath.extend({
      state: openOrAll.default('open').meta({ description: '`all`: also those that have ended' }),
      before: z.int().min(1).max(maxSequence).optional().meta({ description: 'Only older ones than this sequence' }),
      limit: z.int().min(1).max(maxProposalsPerPage).default(50).meta({ description: 'Number of proposals' }),
    }),
    output: z
      .object({ proposals: z.array(proposalView), hasMore })
      .meta({ id: 'ProposalList', description: 'Proposals for an artifact, newest first, without their texts' }),
    errors: [401, 404, 429],
  }),

  getProposal: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/artifact/{artifactId}/proposals/{proposalId}',
    summary: 'Read a proposal',
    description:
      'Returns the change as its author sent it, and what accepting it would change now, merged with what has changed since its base.',
    example: { input: ofProposal, output: { ...view, append: '\n1. Begin\n', currentVersion: 1, applies: 'clean', diff } },
    tag,
    auth: 'member',
    forModels: { description: 'With what accepting it would change now.' },
    input: proposalPath,
    output: proposalWithChange,
    errors: [401, 404, 429],
  }),

  acceptProposal: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/artifact/{artifactId}/proposals/{proposalId}/accept',
    summary: 'Accept a proposal: only for the holder of the lock, the creator and the owner',
    description:
      'Writes a version whose author is the proposer, merged with what has changed since its base. 423 while another participant holds the lock; 409 ' +
      '`proposal_stale` if both changed the same lines: then accept it with a `content`, or reject it.',
    example: { input: { ...ofProposal, baseVersion: 3 }, output: { ...view, ...ended, state: 'accepted', version: 4 } },
    tag,
    auth: 'member',
    forModels: { name: 'decide_proposal', destroys: true },
    input: proposalPath
      .extend({
        baseVersion: baseVersion
          .clone()
          .meta({ description: 'The present version, which you have read: 409 `version_conflict` if there is a newer one' }),
        revision: z
          .int()
          .min(1)
          .optional()
          .meta({ description: 'The revision that you have read: 409 `proposal_stale` if its author has changed it since' }),
        content: content(limits.artifactBytes)
          .optional()
          .meta({ description: 'The whole new content, to accept it with changes' }),
        hunks: z
          .array(z.int().min(0))
          .min(1)
          .max(maxHunks)
          .optional()
          .meta({ description: 'Accepts only these hunks of the `diff` that `getProposal` shows: their positions, from 0' }),
      })
      .refine(({ content, hunks }) => content === undefined || hunks === undefined, {
        path: ['hunks'],
        message: 'must not be sent with `content`',
      }),
    output: proposalView,
    errors: [400, 401, 404, 409, 423, 429],
    refusesMuted: true,
  }),

  rejectProposal: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/artifact/{artifactId}/proposals/{proposalId}/reject',
    summary: 'Reject a proposal: only for the holder of the lock, the creator and the owner',
    description: 'Its author gets your note. The proposed text stays readable.',
    example: {
      input: { ...ofProposal, note: 'We have begun' },
      output: { ...view, ...ended, state: 'rejected', endNote: 'We have begun' },
    },
    tag,
    auth: 'member',
    forModels: { name: 'decide_proposal' },
    input: proposalPath.extend({ note: note.optional().meta({ description: 'A reason, for its author' }) }),
    output: proposalView,
    errors: [400, 401, 404, 409, 429],
    refusesMuted: true,
    whenFull: 'works',
  }),

  withdrawProposal: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/artifact/{artifactId}/proposals/{proposalId}/withdraw',
    summary: 'Withdraw your proposal',
    description: 'Its text stays readable.',
    example: {
      input: ofProposal,
      output: { ...view, ...ended, endedBy: participants.participantId, state: 'withdrawn' },
    },
    tag,
    auth: 'member',
    forModels: { group: 'artifacts' },
    input: proposalPath,
    output: proposalView,
    errors: [401, 404, 409, 429],
    refusesMuted: true,
    whenFull: 'works',
  }),

  rebaseProposal: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/artifact/{artifactId}/proposals/{proposalId}/rebase',
    summary: 'Replace the change of your proposal, on another version',
    description: 'It stays open, and those who decide are told again.',
    example: {
      input: { ...ofProposal, baseVersion: 1, append: '\n1. Begin\n' },
      output: { ...view, revision: 2, to: [participants.ownerId], diff },
    },
    tag,
    auth: 'member',
    forModels: {
      description: 'Takes a change as `edit_artifact` does. Those who decide are told again.',
      fields: ofChange,
      group: 'artifacts',
    },
    input: proposalPath
      .extend({
        ...changeFields(limits),
        baseVersion: base,
        note: note.optional().meta({ description: 'Why; replaces the earlier note' }),
      })
      .refine(hasOneChange, oneChange),
    output: proposedView,
    errors: [400, 401, 404, 409, 410, 429],
    refusesMuted: true,
  }),
});

export const proposals = resource({
  ...{ tag, entities, events, facts, errors, errorDetails, missing, forModels, operations },
  todo: { proposals: openProposals },
  decided: { proposal: endedProposals },
});
