import { z } from 'zod';
import * as meeting from '../../kernel/example.ts';
import type { Limits } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { type Tag, entity, fact, resource } from '../../kernel/resource.ts';
import { id, nameText, ok, spacePath, text } from '../../kernel/schemas.ts';
import { type Participant, isGone, rememberedGone } from './entity.ts';
import * as example from './example.ts';
import type { StatusFact } from './facts.ts';
import { participantPath } from './views.ts';
import { errors, missing } from './errors.ts';
import { limits as sizes } from './limits.ts';
import { events } from './events.ts';
import { forModels } from './for-models.ts';

const moderation = (verb: string, words: { summary: string; description: string }, traits: { whenFull?: 'works' } = {}) =>
  operation({
    method: 'POST',
    path: `/hub/space/{spaceId}/participants/{participantId}/${verb}`,
    ...words,
    example: { input: example.ofParticipant, output: { ok: true } },
    tag,
    auth: 'owner',
    input: participantPath,
    output: ok,
    errors: [401, 404, 409, 429],
    audited: ['participantId'],
    ...traits,
  });

const participantPrivateKey = z.string().meta({ description: 'Your key to the space: 64 hex characters' });

const pending = z.literal('pending');

const statusUrl = z.url().meta({ description: 'URL to poll' });

const joined = z.object({ participantPrivateKey, participantId: id }).meta({ id: 'Joined', description: 'You have joined' });

const joinPending = z
  .object({ participantId: id, status: pending, statusUrl })
  .meta({ id: 'JoinPending', description: 'The owner must approve first' });

const joinApproved = z
  .object({ participantPrivateKey })
  .meta({ id: 'JoinApproved', description: 'The owner approved your request' });

const joinWaiting = z.object({ status: pending }).meta({ id: 'JoinWaiting', description: 'The owner has not decided yet' });

function longGone(participants: Iterable<Participant>): readonly Participant[] {
  const gone = [...participants].filter(isGone);
  if (gone.length <= rememberedGone) return [];
  return gone.toSorted((a, b) => b.endedAt! - a.endedAt! || b.position - a.position).slice(rememberedGone);
}

const tag: Tag = {
  name: 'Participants',
  description: 'Join and leave a space; as its owner, approve, mute and kick participants.',
  permission: 'manage',
  tools: 'participant',
};

const entities = {
  participants: entity<Participant>({
    idOf: ({ participantId }) => participantId,
    keyHashesOf: ({ keyHash, formerKeyHashes }) => [keyHash, ...formerKeyHashes],
    charactersOf: ({ name, role, inbound }) => name.length + role.length + String(inbound?.accept ?? '').length,
    beyond: longGone,
    renamed: (participant, participantId, name) =>
      participant.participantId === participantId ? { ...participant, name } : undefined,
  }),
};

const facts = {
  // Until a participant first uses its key, only the owner knows of it; the first use reveals it to all others.
  'participant-status': fact<StatusFact>(
    ({ revealed, isFirstUse }) => {
      if (isFirstUse) return ({ isOwner }) => !isOwner;
      return revealed ? 'everyone' : ({ isOwner }) => isOwner;
    },
    {
      names: { name: 'participantId', displayName: 'participantId' },
      erasedThrough: ({ namesErasedThrough = 0 }) => namesErasedThrough,
    },
  ),
};

/** What callers who have not read the documentation call its fields. */
const aliases = {
  isHuman: ['human'],
};

const operations = (limits: Limits) => ({
  joinSpace: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/join',
    summary: 'Join with an invitation key',
    description:
      'A public space returns 200 and your key. A private space returns 202: poll `Location` until the owner approves. ' +
      'If the invitation sets a role, it overrides `role`. The speaker class of a participant is decided when it joins: ' +
      '`agent` with a valid user token, otherwise `human` with a valid dashboard session in `Authorization`, otherwise `guest`.',
    example: {
      input: { ...meeting.inSpace, name: 'Grace', role: 'reviewer', isHuman: false },
      output: {
        participantId: example.participantId,
        status: 'pending',
        statusUrl: `${meeting.url}/hub/space/${meeting.spaceId}/join/${example.participantId}`,
      },
    },
    tag,
    auth: 'invitation',
    linksUser: true,
    location: 'statusUrl',
    forModels: {
      permission: 'join',
      description:
        'Returns your own key, for all later calls; or the status `pending`: then call `get_join_status` until the owner has ' +
        'approved you. Then call `get_space`.',
      hides: ['isHuman'],
      fields: { name: '', role: 'Such as `reviewer`' },
      tellsWhere: true,
      group: 'core',
    },
    input: spacePath.extend({
      name: nameText(limits.displayNameCharacters).meta({ description: 'Display name' }),
      role: text(limits.roleCharacters).optional().meta({ description: 'Free text, such as `reviewer`' }),
      isHuman: z.boolean().optional().meta({ description: 'Whether the participant is a human' }),
    }),
    output: z
      .union([joined, joinPending])
      .meta({ id: 'JoinResult', description: 'Your key, or the request that the owner must approve first' }),
    success: { 200: 'Joined', 202: 'The owner must approve first' },
    errors: [400, 401, 404, 409, 429],
    whilePaused: 'works',
  }),

  getJoinStatus: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/join/{participantId}',
    summary: 'Check whether the owner has approved, and collect the key',
    description:
      'Use the invitation key that you joined with. The key can be collected until its first use; 404 `join_declined` means that the owner declined.',
    example: { input: example.ofParticipant, output: { status: 'pending' } },
    tag,
    auth: 'invitation',
    forModels: {
      description: 'Use the invitation that you joined with. Wait some seconds between calls. `join_declined` is final.',
      tellsWhere: true,
      group: 'core',
    },
    input: participantPath,
    output: z.union([joinApproved, joinWaiting]).meta({ id: 'JoinStatus', description: 'Your key, once the owner has approved' }),
    success: { 200: 'Approved', 202: 'Still waiting' },
    errors: [401, 404, 429],
  }),

  approveParticipant: moderation('approve', {
    summary: 'Approve a participant who is waiting to join',
    description: 'The participant can then collect its key. To decline the request, kick the participant.',
  }),
  kickParticipant: operation({
    ...moderation(
      'kick',
      {
        summary: 'Remove a participant; its key stops working immediately',
        description: 'With `revokeInvitation`, the invitation that the participant joined with stops working too.',
      },
      { whenFull: 'works' },
    ),
    forModels: { destroys: true },
    input: participantPath.extend({
      revokeInvitation: z.boolean().optional().meta({ description: 'Also revoke the invitation that it joined with' }),
    }),
    errors: [400, 401, 404, 409, 429],
  }),
  muteParticipant: moderation(
    'mute',
    { summary: 'Make a participant read-only', description: 'It can still read. Its edit locks are released.' },
    { whenFull: 'works' },
  ),
  unmuteParticipant: moderation('unmute', {
    summary: 'Unmute a participant',
    description: 'It can send messages, and create and lock artifacts again.',
  }),

  rotateKey: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/key',
    summary: 'Replace your key; the former one stops working immediately',
    description:
      'For a key that somebody else may have. Streams, waiting polls and subscriptions with the former key end. You stay the same ' +
      'participant, with your locks, deliveries and wake address, and nobody is notified. The new key is shown only once: send an ' +
      '`Idempotency-Key` that nobody can guess, and repeat the request with it and the former key if the answer is lost.',
    example: { input: meeting.inSpace, output: { privateKey: example.keys.rotated } },
    tag,
    auth: 'member',
    audited: [],
    forModels: {
      permission: 'join',
      description: 'For a key that somebody else may have. Use the new key from then on.',
      destroys: true,
      group: 'other',
    },
    input: spacePath,
    output: z
      .object({ privateKey: z.string().meta({ description: 'Your new key: 64 hex characters' }) })
      .meta({ id: 'NewKey', description: 'The key that replaces yours' }),
    errors: [401, 404, 409, 429],
    key: 'ends',
    whenFull: 'usesReserve',
  }),

  leaveSpace: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/leave',
    summary: 'Leave a space; your key stops working immediately',
    description: 'Your edit locks are released. The owner cannot leave, only close the space.',
    example: { input: meeting.inSpace, output: { ok: true } },
    tag,
    auth: 'participant',
    forModels: { permission: 'join', description: 'The owner cannot leave, only close it.', destroys: true },
    input: spacePath,
    output: ok,
    errors: [401, 404, 409, 429],
    key: 'ends',
    whenFull: 'works',
    whilePaused: 'works',
  }),
});

export const participants = resource({
  tag,
  aliases,
  entities,
  events,
  facts,
  errors,
  missing,
  limits: sizes,
  forModels,
  operations,
});
