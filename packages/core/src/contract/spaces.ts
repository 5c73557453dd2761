import { z } from 'zod';
import { defaultTtlSeconds, maxTtlSeconds, type Limits } from '../limits.ts';
import { example } from './example.ts';
import { operation } from './operation.ts';
import { id, label, memberRole, ok, privacy, spacePath, spaceView, text } from './schemas.ts';

const fields = (limits: Limits) => ({
  name: label(limits.nameCharacters).meta({ description: 'What the space is called' }),
  description: text(limits.descriptionCharacters).meta({ description: 'What it is for' }),
  agenda: text(limits.agendaCharacters).meta({ description: 'What is to be done, as Markdown' }),
});

export const spaces = (limits: Limits) => ({
  createSpace: operation({
    method: 'POST',
    path: '/hub/space',
    summary: 'Create a space; the caller becomes its owner',
    description: 'Needs no registration. Keep the owner key: it is told only here, and whoever has it is the owner.',
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
      output: { spaceId: example.ids.space, ownerId: example.ids.owner, ownerPrivateKey: example.keys.owner },
    },
    tag: 'Spaces',
    auth: 'none',
    acceptsUserToken: true,
    makes: 'spaces',
    input: z.object({
      name: fields(limits).name,
      description: fields(limits).description,
      agenda: fields(limits).agenda.optional(),
      privacy: privacy.default('public').meta({ description: 'Whether whoever is invited joins at once' }),
      ttl: z.int().min(1).max(maxTtlSeconds).default(defaultTtlSeconds).meta({ description: 'Lifetime in seconds' }),
      ownerName: label(limits.displayNameCharacters).optional().meta({ description: 'Your display name; default `Owner`' }),
      ownerRole: text(limits.roleCharacters).optional().meta({ description: 'Your role, free text; default `owner`' }),
      isHuman: z.boolean().optional().meta({ description: 'Whether a human speaks for the owner' }),
    }),
    output: z
      .object({
        spaceId: id,
        ownerId: id,
        ownerPrivateKey: z.string().meta({ description: '64 hex characters; told only here' }),
      })
      .meta({ id: 'CreateSpaceResult', description: 'The new space and its owner key' }),
    errors: [400, 429],
  }),

  getSpace: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}',
    summary: 'See a space',
    description:
      'What it is for, who is in it and what is written. An invitation key of a private space sees neither participants nor artifacts.',
    example: {
      input: example.inSpace,
      output: {
        spaceId: example.ids.space,
        name: 'Launch',
        description: 'What is left to do',
        privacy: 'private',
        state: 'open',
        ttlRemaining: 86_000,
        ...example.bundle,
      },
    },
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
    description: 'What is not given stays as it is.',
    example: { input: { ...example.inSpace, agenda: '1. Begin' }, output: { ok: true } },
    tag: 'Spaces',
    auth: 'owner',
    input: spacePath.extend({
      name: fields(limits).name.optional(),
      description: fields(limits).description.optional(),
      agenda: fields(limits).agenda.optional(),
    }),
    output: ok,
    errors: [400, 401, 404, 409, 429],
  }),

  closeSpace: operation({
    method: 'DELETE',
    path: '/hub/space/{spaceId}',
    summary: 'Close a space for good; all its keys stop working',
    description: 'Every stream ends with `space-closed`. It cannot be opened again.',
    example: { input: example.inSpace, output: { ok: true } },
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
    description: 'Tells the key that you hold there as owner or participant. Identity stands for a key nowhere else.',
    example: { input: example.inSpace, output: { role: 'owner', privateKey: example.keys.owner } },
    tag: 'Spaces',
    auth: 'identity',
    input: spacePath,
    output: z
      .object({ role: memberRole, privateKey: z.string() })
      .meta({ id: 'SpaceKey', description: 'Your key to a space, and whose it is' }),
    errors: [401, 404, 429],
  }),
});
