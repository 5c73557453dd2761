import { z } from 'zod';
import { defaultTtlSeconds, maxTtlSeconds, type Limits } from '../limits.ts';
import { operation } from './operation.ts';
import { id, label, ok, privacy, spacePath, spaceView, text } from './schemas.ts';

export const spaces = (limits: Limits) => ({
  createSpace: operation({
    method: 'POST',
    path: '/hub/space',
    summary: 'Create a space; the caller becomes its owner',
    tag: 'Spaces',
    auth: 'none',
    makes: 'spaces',
    input: z.object({
      name: label(limits.nameCharacters),
      description: text(limits.descriptionCharacters),
      agenda: text(limits.agendaCharacters).optional(),
      privacy: privacy.default('public'),
      ttl: z.int().min(1).max(maxTtlSeconds).default(defaultTtlSeconds).meta({ description: 'Lifetime in seconds' }),
      ownerName: label(limits.displayNameCharacters).optional(),
      ownerRole: text(limits.roleCharacters).optional(),
      isHuman: z.boolean().optional(),
    }),
    output: z
      .object({
        spaceId: id,
        ownerId: id,
        ownerPrivateKey: z.string().meta({ description: '64 hex characters; told only here' }),
      })
      .meta({ id: 'CreateSpaceResult' }),
    errors: [400, 429],
  }),

  getSpace: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}',
    summary: 'See a space',
    tag: 'Spaces',
    auth: 'anyKey',
    input: spacePath,
    output: spaceView,
    errors: [401, 404, 429],
  }),

  updateSpace: operation({
    method: 'PUT',
    path: '/hub/space/{spaceId}',
    summary: 'Change name, description or agenda',
    tag: 'Spaces',
    auth: 'owner',
    input: spacePath.extend({
      name: label(limits.nameCharacters).optional(),
      description: text(limits.descriptionCharacters).optional(),
      agenda: text(limits.agendaCharacters).optional(),
    }),
    output: ok,
    errors: [400, 401, 404, 409, 429],
  }),

  closeSpace: operation({
    method: 'DELETE',
    path: '/hub/space/{spaceId}',
    summary: 'Close a space for good; all its keys stop working',
    tag: 'Spaces',
    auth: 'owner',
    input: spacePath,
    output: ok,
    errors: [401, 404, 409, 429],
    endsKey: true,
    worksWhenFull: true,
  }),

  getMySpaceKey: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/key',
    summary: 'Recover the key of a space linked to your dashboard',
    tag: 'Spaces',
    auth: 'identity',
    input: spacePath,
    output: z.object({ role: z.enum(['owner', 'participant']), privateKey: z.string() }),
    errors: [401, 404, 429],
  }),
});
