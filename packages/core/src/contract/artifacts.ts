import { z } from 'zod';
import type { Limits } from '../limits.ts';
import { example } from './example.ts';
import { operation } from './operation.ts';
import { artifactPath, artifactView, content, label, lockResult, spacePath } from './schemas.ts';

const markdown = (limits: Limits) =>
  content(limits.artifactBytes).meta({ description: `Markdown, at most ${limits.artifactBytes} bytes of UTF-8` });

export const artifacts = (limits: Limits) => ({
  createArtifact: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/artifact',
    summary: 'Create a shared Markdown document',
    description: 'Nobody holds its lock at first. Names need not differ: the id names it.',
    example: {
      input: { ...example.inSpace, name: 'Plan', type: 'markdown', content: '# Plan\n' },
      output: example.artifact,
    },
    tag: 'Artifacts',
    auth: 'member',
    input: spacePath.extend({
      name: label(limits.nameCharacters).meta({ description: 'What the others see it by' }),
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
    summary: 'Read all artifacts',
    description: 'With their contents. `getSpace` and every answer of a message name them without.',
    example: { input: example.inSpace, output: { artifacts: [example.artifact] } },
    tag: 'Artifacts',
    auth: 'member',
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
    description: 'Answers the content, the version, and who holds the lock.',
    example: { input: example.ofArtifact, output: example.artifact },
    tag: 'Artifacts',
    auth: 'member',
    hasTag: true,
    input: artifactPath,
    output: artifactView,
    errors: [401, 404, 429],
  }),

  writeArtifact: operation({
    method: 'PATCH',
    path: '/hub/space/{spaceId}/artifact/{artifactId}',
    summary: 'Overwrite an artifact; needs its lock',
    description: 'Lock it first. Each write raises the version and keeps the lock for its whole life again.',
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
    tag: 'Artifacts',
    auth: 'member',
    input: artifactPath.extend({ content: markdown(limits) }),
    output: artifactView,
    errors: [400, 401, 404, 423, 429],
    refusesMuted: true,
  }),

  downloadArtifact: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/artifact/{artifactId}/download',
    summary: 'Download an artifact as a Markdown file',
    description: 'Answers the Markdown itself, with a file name made of its name.',
    example: { input: example.ofArtifact, output: { fileName: 'Plan.md', content: '# Plan\n' } },
    tag: 'Artifacts',
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
      'While you hold it, nobody else can write. It ends by itself, usually after 10 minutes; for its holder this keeps it longer.',
    example: { input: example.ofArtifact, output: example.lock },
    tag: 'Artifacts',
    auth: 'member',
    input: artifactPath,
    output: lockResult,
    errors: [401, 404, 423, 429],
    refusesMuted: true,
    usesReserve: true,
  }),

  heartbeatArtifactLock: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/artifact/{artifactId}/lock/heartbeat',
    summary: 'Keep the lock without writing',
    description: 'The lock lives its whole life again. 423 says that it is not yours any more.',
    example: { input: example.ofArtifact, output: example.lock },
    tag: 'Artifacts',
    auth: 'member',
    input: artifactPath,
    output: lockResult,
    errors: [401, 404, 423, 429],
    refusesMuted: true,
    usesReserve: true,
  }),

  unlockArtifact: operation({
    method: 'DELETE',
    path: '/hub/space/{spaceId}/artifact/{artifactId}/lock',
    summary: 'Give the lock back; the owner may take it from anybody',
    description: 'To unlock what is not locked changes nothing.',
    example: { input: example.ofArtifact, output: example.artifact },
    tag: 'Artifacts',
    auth: 'member',
    input: artifactPath,
    output: artifactView,
    errors: [401, 404, 423, 429],
    refusesMuted: true,
    worksWhenFull: true,
  }),
});
