import { z } from 'zod';
import type { Limits } from '../limits.ts';
import type { Artifact, Instant } from './entities.ts';
import { example } from './example.ts';
import { entity, fact, type Tag } from './noun.ts';
import { operation } from './operation.ts';
import { id, artifactPath, artifactSummary, artifactView, content, label, lockResult, sequence, spacePath } from './schemas.ts';

const markdown = (limits: Limits) =>
  content(limits.artifactBytes).meta({ description: `Markdown; at most ${limits.artifactBytes} bytes of UTF-8` });

interface ArtifactFact {
  action: 'created' | 'updated' | 'locked' | 'unlocked' | 'lock-expired';
  artifactId: string;
  name: string;
  version: number;
  updatedAt: Instant;
  lock?: { lockedBy: string; expiresAt: Instant } | undefined;
  actorId: string;
}

/** Its group of operations. */
export const tag: Tag = {
  name: 'Artifacts',
  description: 'Shared Markdown documents, which one participant at a time can write.',
  permission: 'artifacts',
  tools: 'participant',
};

export const missing = {
  artifactId: { code: 'artifact_not_found', message: 'There is no such artifact in this space' },
} as const;

export const entities = {
  artifacts: entity<Artifact>({
    idOf: ({ artifactId }) => artifactId,
    charactersOf: ({ name }) => name.length,
    bytesOf: ({ bytes }) => bytes,
  }),
};

export const events = {
  artifact: z
    .object({
      sequence,
      action: z.enum(['created', 'updated', 'locked', 'unlocked', 'lock-expired']),
      artifact: artifactSummary,
      actorId: id,
    })
    .meta({ id: 'ArtifactEvent', description: 'A change to an artifact; does not contain its content' }),
};

export const facts = {
  artifact: fact<ArtifactFact>('everyone'),
};

export const operations = (limits: Limits) => ({
  createArtifact: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/artifact',
    summary: 'Create an artifact: a shared Markdown document',
    description: 'The new artifact is not locked. Names need not be unique; the id identifies the artifact.',
    example: {
      input: { ...example.inSpace, name: 'Plan', type: 'markdown', content: '# Plan\n' },
      output: example.artifact,
    },
    tag,
    auth: 'member',
    forModels: { defaults: { type: 'markdown' }, hides: ['type'] },
    input: spacePath.extend({
      name: label(limits.nameCharacters).meta({ description: 'Display name' }),
      type: z.literal('markdown').meta({ description: 'Always `markdown`' }),
      content: markdown(limits).default(''),
    }),
    output: artifactView,
    errors: [400, 401, 404, 409, 429],
    refusesMuted: true,
  }),

  listArtifacts: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/artifact',
    summary: 'List all artifacts of a space',
    description: 'Includes their contents. `getSpace` and the message operations list artifacts without contents.',
    example: { input: example.inSpace, output: { artifacts: [example.artifact] } },
    tag,
    auth: 'member',
    forModels: {
      description: 'Includes their contents, which can be long: prefer `get_space` and `get_artifact`.',
      group: 'artifacts',
    },
    input: spacePath,
    output: z
      .object({ artifacts: z.array(artifactView) })
      .meta({ id: 'ArtifactList', description: 'The artifacts of a space with their contents' }),
    errors: [401, 404, 429],
  }),

  getArtifact: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/artifact/{artifactId}',
    summary: 'Read an artifact',
    description: 'Returns the content, the version and the holder of the lock.',
    example: { input: example.ofArtifact, output: example.artifact },
    tag,
    auth: 'member',
    hasTag: true,
    forModels: { hint: 'Change it with `edit_artifact`.', group: 'core' },
    input: artifactPath,
    output: artifactView,
    errors: [401, 404, 429],
  }),

  writeArtifact: operation({
    method: 'PATCH',
    path: '/hub/space/{spaceId}/artifact/{artifactId}',
    summary: 'Overwrite an artifact; requires its lock',
    description: 'Lock the artifact first. Each write increments the version and renews the lock for its full duration.',
    example: {
      input: { ...example.ofArtifact, content: '# Plan\n\n1. Begin\n' },
      output: {
        ...example.artifact,
        ...example.lock,
        lockedAt: example.at,
        content: '# Plan\n\n1. Begin\n',
        version: 2,
      },
    },
    tag,
    auth: 'member',
    forModels: { hint: '`edit_artifact` locks, writes and unlocks in one call.', destroys: true, group: 'artifacts' },
    input: artifactPath.extend({ content: markdown(limits) }),
    output: artifactView,
    errors: [400, 401, 404, 423, 429],
    refusesMuted: true,
  }),

  downloadArtifact: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/artifact/{artifactId}/download',
    summary: 'Download an artifact as a Markdown file',
    description: 'Returns the Markdown itself, with a file name derived from the name of the artifact.',
    example: { input: example.ofArtifact, output: { fileName: 'Plan.md', content: '# Plan\n' } },
    tag,
    auth: 'member',
    hasTag: true,
    input: artifactPath,
    output: z.object({ fileName: z.string(), content: z.string() }),
    kind: 'text',
    success: { 200: 'The Markdown' },
    errors: [401, 404, 429],
  }),

  lockArtifact: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/artifact/{artifactId}/lock',
    summary: 'Take the exclusive edit lock',
    description:
      'While you hold the lock, nobody else can write. It expires by itself, by default after 10 minutes; locking again renews it.',
    example: { input: example.ofArtifact, output: example.lock },
    tag,
    auth: 'member',
    forModels: { group: 'artifacts' },
    input: artifactPath,
    output: lockResult,
    errors: [401, 404, 423, 429],
    refusesMuted: true,
    usesReserve: true,
  }),

  heartbeatArtifactLock: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/artifact/{artifactId}/lock/heartbeat',
    summary: 'Renew the lock without writing',
    description: 'Renews the lock for its full duration. 423 means that you no longer hold it.',
    example: { input: example.ofArtifact, output: example.lock },
    tag,
    auth: 'member',
    forModels: { group: 'artifacts' },
    input: artifactPath,
    output: lockResult,
    errors: [401, 404, 423, 429],
    refusesMuted: true,
    usesReserve: true,
  }),

  unlockArtifact: operation({
    method: 'DELETE',
    path: '/hub/space/{spaceId}/artifact/{artifactId}/lock',
    summary: 'Release the lock; the owner can release the lock of any participant',
    description: 'Has no effect on an artifact that is not locked.',
    example: { input: example.ofArtifact, output: example.artifact },
    tag,
    auth: 'member',
    forModels: { group: 'artifacts' },
    input: artifactPath,
    output: artifactView,
    errors: [401, 404, 423, 429],
    refusesMuted: true,
    worksWhenFull: true,
  }),
});
