import { z } from 'zod';
import type { Limits } from '../limits.ts';
import { operation } from './operation.ts';
import { artifactPath, artifactView, content, label, lockResult, spacePath } from './schemas.ts';

export const artifacts = (limits: Limits) => ({
  createArtifact: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/artifact',
    summary: 'Create a shared Markdown document',
    tag: 'Artifacts',
    auth: 'member',
    input: spacePath.extend({
      name: label(limits.nameCharacters),
      type: z.literal('markdown'),
      content: content(limits.artifactBytes).default(''),
    }),
    output: artifactView,
    errors: [400, 401, 403, 404, 409, 429],
  }),

  listArtifacts: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/artifact',
    summary: 'Read all artifacts',
    tag: 'Artifacts',
    auth: 'member',
    input: spacePath,
    output: z.object({ artifacts: z.array(artifactView) }),
    errors: [401, 404, 429],
  }),

  getArtifact: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/artifact/{artifactId}',
    summary: 'Read an artifact',
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
    tag: 'Artifacts',
    auth: 'member',
    input: artifactPath.extend({ content: content(limits.artifactBytes) }),
    output: artifactView,
    errors: [400, 401, 403, 404, 423, 429],
  }),

  downloadArtifact: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/artifact/{artifactId}/download',
    summary: 'Download an artifact as a Markdown file',
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
    tag: 'Artifacts',
    auth: 'member',
    input: artifactPath,
    output: lockResult,
    errors: [401, 403, 404, 423, 429],
    usesReserve: true,
  }),

  heartbeatArtifactLock: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/artifact/{artifactId}/lock/heartbeat',
    summary: 'Keep the lock without writing',
    tag: 'Artifacts',
    auth: 'member',
    input: artifactPath,
    output: lockResult,
    errors: [401, 403, 404, 423, 429],
    usesReserve: true,
  }),

  unlockArtifact: operation({
    method: 'DELETE',
    path: '/hub/space/{spaceId}/artifact/{artifactId}/lock',
    summary: 'Give the lock back; the owner may take it from anybody',
    tag: 'Artifacts',
    auth: 'member',
    input: artifactPath,
    output: artifactView,
    errors: [401, 403, 404, 423, 429],
    worksWhenFull: true,
  }),
});
