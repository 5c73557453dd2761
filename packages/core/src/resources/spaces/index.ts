import { z } from 'zod';
import * as example from './example.ts';
import * as meeting from '../../kernel/example.ts';
import type { Limits } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { type Tag, entity, fact, resource } from '../../kernel/resource.ts';
import { id, nameText, ok, spacePath, text } from '../../kernel/schemas.ts';
import * as participants from '../participants/example.ts';
import { memberRole } from '../participants/views.ts';
import { maxOpenTasks } from '../tasks/limits.ts';
import type { Spending } from './entity.ts';
import type { BudgetFact, EndFact, SpaceFact } from './facts.ts';
import { defaultTtlSeconds, maxAgentBudget, maxPauseReasonCharacters, maxTtlSeconds } from './limits.ts';
import { privacy, spaceView } from './views.ts';
import { errors, errorDetails, missing } from './errors.ts';
import { limits as sizes } from './limits.ts';
import { events } from './events.ts';
import { eventTypes } from './event-types.ts';
import { forModels } from './for-models.ts';

const fields = (limits: Limits) => ({
  name: nameText(limits.nameCharacters).meta({ description: 'Name of the space' }),
  description: text(limits.descriptionCharacters).meta({ description: 'Purpose of the space' }),
  agenda: text(limits.agendaCharacters).meta({ description: 'Agenda, as Markdown' }),
});

const tasksPerParticipant = z.int().min(1).max(maxOpenTasks).optional();

const agentBudget = z.int().min(1).max(maxAgentBudget).nullable().optional();

const ttl = z.int().min(1).max(maxTtlSeconds);

const tag: Tag = {
  name: 'Spaces',
  description: 'Create, read, change and close the spaces where meetings take place.',
  permission: 'manage',
  tools: 'participant',
};

const entities = {
  spending: entity<Spending>({ idOf: ({ participantId }) => participantId, charactersOf: () => 0 }),
};

const facts = {
  space: fact<SpaceFact>('everyone'),
  budget: fact<BudgetFact>('everyone'),
  'space-closed': fact<EndFact>('everyone'),
};

/** What callers who have not read the documentation call its fields. */
const aliases = {
  description: ['purpose', 'topic'],
  ttl: ['ttlSeconds', 'lifetime', 'expiresIn', 'expiresInSeconds'],
};

const operations = (limits: Limits) => ({
  createSpace: operation({
    method: 'POST',
    path: '/hub/space',
    summary: 'Create a space; the caller becomes its owner',
    description: 'Needs no registration. Store the owner key: it is shown only once, and anyone who has it can act as the owner.',
    example: {
      input: {
        name: 'Launch',
        description: 'What is left to do',
        privacy: 'private',
        ttl: 86_400,
        ownerName: 'Ada',
        ownerRole: 'chair',
        isHuman: true,
      },
      output: { spaceId: meeting.spaceId, ownerId: participants.ownerId, ownerPrivateKey: participants.keys.owner },
    },
    tag,
    auth: 'none',
    linksUser: true,
    makes: 'spaces',
    // Models are not human, and the budget guards against them.
    forModels: {
      permission: 'join',
      description: 'Needs no registration. Keep the owner key, and keep it secret: it is shown only once.',
      hint: 'Then call `create_invitation` and give its links to the others.',
      hides: ['agentBudget', 'isHuman', 'tasksPerParticipant'],
      fields: {
        name: '',
        description: 'Its purpose',
        agenda: 'As Markdown',
        privacy: '`private`: you approve who joins',
        ttl: 'Seconds',
        ownerName: 'Your name',
        ownerRole: '',
      },
    },
    input: z.object({
      name: fields(limits).name,
      description: fields(limits).description,
      agenda: fields(limits).agenda.optional(),
      privacy: privacy.default('public').meta({
        description: 'Who can join: `public` admits anyone with an invitation, `private` needs the approval of the owner',
      }),
      ttl: ttl.default(defaultTtlSeconds).meta({ description: 'Lifetime in seconds' }),
      agentBudget: agentBudget.meta({
        description:
          'How many messages participants who are not `isHuman` can send between two messages of those who are; `null`: any number. ' +
          'The default depends on the deployment',
      }),
      tasksPerParticipant: tasksPerParticipant.meta({
        description: 'How many tasks a participant can work on at a time; defaults to 1',
      }),
      ownerName: nameText(limits.displayNameCharacters)
        .optional()
        .meta({ description: 'Your display name; defaults to `Owner`' }),
      ownerRole: text(limits.roleCharacters).optional().meta({ description: 'Your role, as free text; defaults to `owner`' }),
      isHuman: z.boolean().optional().meta({ description: 'Whether the owner is a human' }),
    }),
    output: z
      .object({
        spaceId: id,
        ownerId: id,
        ownerPrivateKey: z.string().meta({ description: '64 hex characters; shown only once' }),
      })
      .meta({ id: 'CreateSpaceResult', description: 'The new space and its owner key' }),
    errors: [400, 429],
  }),

  getSpace: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}',
    summary: 'Get a space',
    description:
      'Returns its purpose, participants and artifacts. With the invitation key of a private space, both lists are empty.',
    example: {
      input: meeting.inSpace,
      output: {
        spaceId: meeting.spaceId,
        name: 'Launch',
        description: 'What is left to do',
        privacy: 'private',
        state: 'open',
        ttlRemaining: 86_000,
        ...example.bundle,
      },
    },
    tag,
    auth: 'anyKey',
    forModels: {
      description: 'Returns its purpose, who you are, who else is there, and its artifacts. Call it first.',
      group: 'core',
      tellsWhoIAm: true,
    },
    input: spacePath,
    output: spaceView,
    errors: [401, 404, 429],
  }),

  updateSpace: operation({
    method: 'PUT',
    path: '/hub/space/{spaceId}',
    summary: 'Change the name, purpose, agenda, privacy, limits or lifetime of a space',
    description: 'Omitted fields stay unchanged.',
    example: { input: { ...meeting.inSpace, agenda: '1. Begin' }, output: { ok: true } },
    tag,
    auth: 'owner',
    input: spacePath.extend({
      name: fields(limits).name.optional(),
      description: fields(limits).description.optional(),
      agenda: fields(limits).agenda.optional(),
      privacy: privacy.optional().meta({ description: 'Who can join from now on; who waits for approval continues to wait' }),
      agentBudget: agentBudget.meta({ description: 'The new agent budget; `null` removes it' }),
      tasksPerParticipant: tasksPerParticipant.meta({ description: 'How many tasks a participant can work on at a time' }),
      ttl: ttl.optional().meta({ description: 'New lifetime in seconds, from now' }),
    }),
    output: ok,
    errors: [400, 401, 404, 409, 429],
  }),

  resetBudget: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/budget/reset',
    summary: 'Reset the agent budget, so that agents can continue before a human speaks',
    description: 'Has no effect if the space has no agent budget, or if none of it is used.',
    example: { input: meeting.inSpace, output: { ok: true } },
    tag,
    auth: 'owner',
    input: spacePath,
    output: ok,
    errors: [401, 404, 409, 429],
  }),

  pauseSpace: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/pause',
    summary: 'Pause a space: agents can only read until it is resumed',
    description:
      'Writes of participants whose speaker class is neither `owner` nor `human` are 409 `paused`; what they already did stays. They can still leave, ' +
      'release, decline and keep what they hold. Nothing can be claimed, no wake address is called, and locks, leases and deadlines of decisions ' +
      'do not run out. A paused space stays as it is.',
    example: { input: { ...meeting.inSpace, reason: 'Wait for the review' }, output: { ok: true } },
    tag,
    auth: 'owner',
    forModels: { description: 'Until `resume_space`, nothing can be claimed, and locks and leases do not run out.' },
    input: spacePath.extend({
      reason: text(maxPauseReasonCharacters).optional().meta({ description: 'Shown to everyone' }),
    }),
    output: ok,
    errors: [400, 401, 404, 409, 429],
    whenFull: 'works',
    audited: [],
  }),

  resumeSpace: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/resume',
    summary: 'Resume a paused space',
    description: 'What was left of locks, leases and deadlines goes on from now. A space that is not paused stays as it is.',
    example: { input: meeting.inSpace, output: { ok: true } },
    tag,
    auth: 'owner',
    forModels: { description: 'What was left of locks and leases goes on from now.' },
    input: spacePath,
    output: ok,
    errors: [401, 404, 409, 429],
    whenFull: 'works',
    audited: [],
  }),

  closeSpace: operation({
    method: 'DELETE',
    path: '/hub/space/{spaceId}',
    summary: 'Close a space permanently; all its keys stop working',
    description: 'Every stream ends with `space-closed`. A closed space cannot be reopened.',
    example: { input: meeting.inSpace, output: { ok: true } },
    tag,
    auth: 'owner',
    audited: [],
    forModels: { description: 'A closed space cannot be reopened.', destroys: true },
    input: spacePath,
    output: ok,
    errors: [401, 404, 409, 429],
    key: 'ends',
    whenFull: 'works',
  }),

  exportSpace: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/export',
    summary: 'Export a space as a file',
    description:
      'As JSON lines (`jsonl`), as a transcript in Markdown (`md`), or as an archive of JSON lines and artifacts (`zip`). ' +
      'It contains what you can see, up to the moment of the request; the owner can see everything. ' +
      'One export of a space at a time: others get 429.',
    example: { input: { ...meeting.inSpace, format: 'md' }, output: '# Launch\n' },
    tag,
    auth: 'member',
    audited: ['format'],
    input: spacePath.extend({
      format: z.enum(['jsonl', 'md', 'zip']).default('jsonl').meta({ description: 'The kind of file' }),
    }),
    output: z.string(),
    answers: 'file',
    media: ['application/jsonl', 'text/markdown', 'application/zip'],
    success: { 200: 'The file' },
    errors: [400, 401, 404, 429],
  }),

  getMySpaceKey: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/key',
    summary: 'Recover the key of a space linked to your dashboard',
    description:
      'Returns your key as owner or participant of the space. No other operation accepts an identity instead of a key.',
    example: { input: meeting.inSpace, output: { role: 'owner', privateKey: participants.keys.owner } },
    tag,
    auth: 'identity',
    audited: ['role'],
    forModels: { description: 'Returns your key as owner or participant of the space. Needs a user token.' },
    input: spacePath,
    output: z
      .object({ role: memberRole, privateKey: z.string() })
      .meta({ id: 'SpaceKey', description: 'Your key to a space, and your role in it' }),
    errors: [401, 404, 429],
  }),
});

export const spaces = resource({
  tag,
  aliases,
  entities,
  events,
  facts,
  errors,
  errorDetails,
  missing,
  limits: sizes,
  eventTypes,
  forModels,
  operations,
});
