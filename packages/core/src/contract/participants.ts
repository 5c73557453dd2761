import { z } from 'zod';
import type { Limits } from '../limits.ts';
import { operation } from './operation.ts';
import { id, label, ok, participantPath, spacePath, text } from './schemas.ts';

const moderation = (verb: string, summary: string, traits: { worksWhenFull?: boolean } = {}) =>
  operation({
    method: 'POST',
    path: `/hub/space/{spaceId}/participants/{participantId}/${verb}`,
    summary,
    tag: 'Participants',
    auth: 'owner',
    input: participantPath,
    output: ok,
    errors: [401, 404, 409, 429],
    ...traits,
  });

const joined = z.object({ participantPrivateKey: z.string(), participantId: id }).meta({ id: 'Joined' });
const joinPending = z.object({ participantId: id, status: z.literal('pending'), statusUrl: z.url() }).meta({ id: 'JoinPending' });
const joinApproved = z.object({ participantPrivateKey: z.string() }).meta({ id: 'JoinApproved' });
const joinWaiting = z.object({ status: z.literal('pending') }).meta({ id: 'JoinWaiting' });

const pendingStatus = (output: object): number => ('status' in output ? 202 : 200);

export const participants = (limits: Limits) => ({
  joinSpace: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/join',
    summary: 'Join with an invitation key',
    description:
      'A public space answers 200 with the key. A private one answers 202: poll `Location` until the owner approves. ' +
      'An invitation that gives a role gives it to everybody, whatever `role` says.',
    tag: 'Participants',
    auth: 'invitation',
    input: spacePath.extend({
      name: label(limits.displayNameCharacters),
      role: text(limits.roleCharacters).optional(),
      isHuman: z.boolean().optional(),
    }),
    output: z.union([joined, joinPending]),
    success: { 200: 'Active at once', 202: 'The owner must approve' },
    status: pendingStatus,
    errors: [400, 401, 404, 409, 429],
  }),

  getJoinStatus: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/join/{participantId}',
    summary: 'Ask whether the owner approved, and collect the key',
    tag: 'Participants',
    auth: 'invitation',
    input: participantPath,
    output: z.union([joinApproved, joinWaiting]),
    success: { 200: 'Approved', 202: 'Still waiting' },
    status: pendingStatus,
    errors: [401, 404, 429],
  }),

  approveParticipant: moderation('approve', 'Let a waiting participant in'),
  kickParticipant: operation({
    ...moderation('kick', 'Remove a participant; its key dies at once', { worksWhenFull: true }),
    description: 'With `revokeInvitation`, the invitation that the participant came with stops working too.',
    input: participantPath.extend({ revokeInvitation: z.boolean().optional() }),
    errors: [400, 401, 404, 409, 429],
  }),
  muteParticipant: moderation('mute', 'Let a participant read only', { worksWhenFull: true }),
  unmuteParticipant: moderation('unmute', 'Let a muted participant speak again'),

  leaveSpace: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/leave',
    summary: 'Leave a space; the key dies at once',
    tag: 'Participants',
    auth: 'participant',
    input: spacePath,
    output: ok,
    errors: [401, 404, 409, 429],
    endsKey: true,
    worksWhenFull: true,
  }),
});
