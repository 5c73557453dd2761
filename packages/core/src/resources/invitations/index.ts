import { z } from 'zod';
import { maxInvitationUses } from './limits.ts';
import { maxTtlSeconds } from '../spaces/limits.ts';
import { type Limits } from '../../kernel/limits.ts';
import type { Invitation } from './entity.ts';
import * as meeting from '../../kernel/example.ts';
import * as example from './example.ts';
import { entity, resource, type Tag } from '../../kernel/resource.ts';
import { operation } from '../../kernel/operation.ts';
import { hasMore, pageByTime } from '../../kernel/paging.ts';
import { callerLabel } from '../../kernel/reading.ts';
import { dateTime, id, label, ok, spacePath } from '../../kernel/schemas.ts';
import { invitationLinks, invitationPath, invitationView } from './views.ts';
import { errors, missing } from './errors.ts';
import { limits as sizes } from './limits.ts';
import { forModels } from './for-models.ts';

const humanLink = `${meeting.url}/space/${meeting.spaceId}/${example.key}`;
const links = { humanLink, agentLink: `${humanLink}/.well-known/agent.md`, publicInvitationKey: example.key };

const tag: Tag = {
  name: 'Invitations',
  description: 'Permission to join a space: the owner creates, lists and revokes invitations.',
  permission: 'manage',
  tools: 'owner',
};

const entities = {
  invitations: entity<Invitation>({
    idOf: ({ invitationId }) => invitationId,
    keyHashesOf: ({ keyHash }) => [keyHash],
    charactersOf: ({ role = '' }) => role.length,
  }),
};

/** What callers who have not read the documentation call its fields. */
const aliases = {
  expiresInSeconds: ['expiresIn', 'ttl', 'ttlSeconds', 'lifetime'],
  maxUses: ['uses', 'usageLimit'],
};

const operations = (limits: Limits) => ({
  createInvitation: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/invite',
    summary: 'Create an invitation',
    description: 'Without a body, any number of participants can join with it until the space ends.',
    example: {
      input: { ...meeting.inSpace, expiresInSeconds: 3_600, maxUses: 2 },
      output: { invitationId: example.invitationId, ...links },
    },
    tag,
    auth: 'owner',
    forModels: {
      description: 'Give `agentLink` to agents and `humanLink` to humans.',
      fields: { expiresInSeconds: '', maxUses: '', role: 'Of everyone who joins with it' },
      // The creator of a space needs this tool before the other tools of owners.
      group: 'participant',
    },
    input: spacePath.extend({
      expiresInSeconds: z.int().min(1).max(maxTtlSeconds).optional().meta({ description: 'Lifetime in seconds' }),
      maxUses: z
        .int()
        .min(1)
        .max(maxInvitationUses)
        .optional()
        .meta({ description: 'How many times it can be used to ask to join' }),
      role: label(limits.roleCharacters)
        .optional()
        .meta({ description: 'Role of everyone who joins with it; overrides the role that they ask for' }),
    }),
    output: z
      .object({
        invitationId: id.meta({ description: 'ID of the invitation, for `revokeInvitation`' }),
        ...invitationLinks,
      })
      .meta({ id: 'Invitation', description: 'An invitation with its key' }),
    errors: [400, 401, 404, 409, 429],
  }),

  listInvitations: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/invitations',
    summary: 'List the invitations of a space, newest first, without their keys',
    description:
      'Shows who joined with each invitation and whether it still works. To continue, pass the `createdAt` of the last one as `before`.',
    example: { input: meeting.inSpace, output: { invitations: [example.invitation], hasMore: false } },
    tag,
    auth: 'owner',
    input: spacePath.extend(pageByTime),
    output: z
      .object({ invitations: z.array(invitationView), hasMore })
      .meta({ id: 'InvitationList', description: 'The invitations of a space, newest first' }),
    errors: [401, 404, 429],
  }),

  getInvitation: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/invitations/{invitationId}',
    summary: 'Get an invitation, with its links and its key while it is active',
    description: 'An invitation that can no longer be used has neither.',
    example: { input: example.ofInvitation, output: { ...example.invitation, ...links } },
    tag,
    auth: 'owner',
    audited: ['invitationId'],
    input: invitationPath,
    output: invitationView
      .extend(z.object(invitationLinks).partial().shape)
      .meta({ id: 'InvitationWithLinks', description: 'An invitation, with its links and its key while it is active' }),
    errors: [401, 404, 429],
  }),

  getMyInvitation: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/invitation',
    summary: 'Get the expiry and the remaining uses of your invitation',
    description: 'A limit that is not set is absent. An invitation that no longer works is refused.',
    example: {
      input: meeting.inSpace,
      output: { expiresAt: example.invitation.expiresAt, usesLeft: 2 },
    },
    tag,
    auth: 'invitation',
    input: spacePath,
    output: z
      .object({
        expiresAt: dateTime.optional(),
        usesLeft: z.int().optional().meta({ description: 'How many uses are left' }),
        role: callerLabel().optional().meta({ description: 'Role of everyone who joins with it' }),
      })
      .meta({ id: 'MyInvitation', description: 'The limits of your invitation' }),
    errors: [401, 404, 429],
  }),

  revokeInvitation: operation({
    method: 'DELETE',
    path: '/hub/space/{spaceId}/invitations/{invitationId}',
    summary: 'Revoke an invitation; participants who already joined stay',
    description:
      'Nobody can join with it any more, but participants who are waiting can still be approved. Revoking it again has no effect.',
    example: { input: example.ofInvitation, output: { ok: true } },
    tag,
    auth: 'owner',
    audited: ['invitationId'],
    forModels: { destroys: true },
    input: invitationPath,
    output: ok,
    errors: [401, 404, 409, 429],
    whenFull: 'works',
  }),
});

export const invitations = resource({ tag, aliases, entities, errors, missing, limits: sizes, forModels, operations });
