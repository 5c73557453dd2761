import { z } from 'zod';
import type { Limits } from '../limits.ts';
import { baseVersion, lockUse, versionNote } from './change.ts';
import { example } from './example.ts';
import { operation } from './operation.ts';
import { hasMore } from './paging.ts';
import { callerLabel, callerText } from './reading.ts';
import { artifactDiff, artifactPath, artifactView, dateTime, id, sha256, via } from './schemas.ts';
import type { Tag } from './noun.ts';

/** Its group of operations. */
export const tag: Tag = {
  name: 'Versions',
  description: 'The history of artifacts: who wrote what, how versions differ, and the way back to an old one.',
  permission: 'artifacts',
  tools: 'participant',
};

export const missing = {
  version: { code: 'version_not_found', message: 'There is no such version of this artifact' },
} as const;

const maxVersionsPerPage = 100;

const number = z.int().min(1);

const versionPath = artifactPath.extend({ version: number.meta({ description: 'Number of the version' }) });

const versionView = z
  .object({
    version: number,
    authorId: id,
    authorName: callerLabel().meta({ description: 'Name of the author at that time' }),
    at: dateTime,
    bytes: z.int().meta({ description: 'Size of the content in UTF-8' }),
    sha256,
    via,
    note: callerText({ field: 'authorId' }).optional(),
    restoredFrom: z.int().optional().meta({ description: 'The version whose content it has again' }),
    proposalId: id.optional().meta({ description: 'The proposal that was accepted' }),
    acceptedBy: id.optional().meta({ description: 'Who accepted it' }),
    kept: z.boolean().meta({ description: 'Whether its content is still stored' }),
  })
  .meta({ id: 'ArtifactVersion', description: 'A version of an artifact, without its content' });

const first = { ...example.version, version: 1, via: 'create' as const };
const second = { ...example.version, sha256: example.changed.sha256, bytes: 18, version: 2, via: 'edits' as const };

export const operations = (_limits: Limits) => ({
  listArtifactVersions: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/artifact/{artifactId}/versions',
    summary: 'List the versions of an artifact, newest first',
    description:
      'Who wrote each one, when and how. The service removes the contents of old versions beyond a limit; they stay in the list with `kept: false`.',
    example: { input: { ...example.ofArtifact, limit: 2 }, output: { versions: [second, first], hasMore: false } },
    tag,
    auth: 'member',
    forModels: {
      name: 'artifact_history',
      description: 'Who wrote each one, when and how. The contents of old ones can be gone: `kept: false`.',
      defaults: { limit: 20 },
    },
    input: artifactPath.extend({
      before: number.optional().meta({ description: 'Only older versions than this one' }),
      limit: z.int().min(1).max(maxVersionsPerPage).default(50).meta({ description: 'Number of versions' }),
    }),
    output: z
      .object({ versions: z.array(versionView), hasMore })
      .meta({ id: 'ArtifactVersionList', description: 'Versions of an artifact, newest first, without their contents' }),
    errors: [401, 404, 429],
  }),

  getArtifactVersion: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/artifact/{artifactId}/versions/{version}',
    summary: 'Read a version of an artifact',
    description: 'Returns its content too. 410 `version_thinned` if that is no longer stored.',
    example: { input: { ...example.ofArtifact, version: 1 }, output: { ...first, content: '# Plan\n' } },
    tag,
    auth: 'member',
    forModels: { description: 'With its content.', group: 'artifacts' },
    input: versionPath,
    output: versionView
      .extend({ content: callerText({ field: 'authorId' }) })
      .meta({ id: 'ArtifactVersionWithContent', description: 'A version of an artifact with its content' }),
    errors: [401, 404, 410, 429],
  }),

  diffArtifact: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/artifact/{artifactId}/diff',
    summary: 'Compare two versions of an artifact by lines',
    description:
      'Compares with the present version if `to` is missing. With `Accept: text/x-diff` the answer is unified text. Shows at most 64 KiB of it.',
    example: {
      input: { ...example.ofArtifact, from: 1 },
      output: example.diff,
    },
    tag,
    auth: 'member',
    forModels: { name: 'artifact_diff', description: 'Shows at most 64 KiB of changed lines.' },
    input: artifactPath.extend({
      from: number.meta({ description: 'The older version' }),
      to: number.optional().meta({ description: 'The version to compare it with; the present one by default' }),
    }),
    output: artifactDiff,
    errors: [400, 401, 404, 410, 429],
    isDiff: true,
  }),

  restoreArtifactVersion: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/artifact/{artifactId}/versions/{version}/restore',
    summary: 'Make an old version of an artifact the present one again',
    description: 'A write like any other: it needs the lock and makes a new version, so nothing is lost.',
    example: {
      input: { ...example.ofArtifact, version: 1, baseVersion: 2, lock: 'auto' },
      output: { ...example.artifact, version: 3 },
    },
    tag,
    auth: 'member',
    forModels: {
      description: 'Makes a new version, so nothing is lost.',
      defaults: { lock: 'auto' },
      hides: ['lock'],
      group: 'artifacts',
    },
    input: versionPath.extend({
      baseVersion: baseVersion.optional(),
      lock: lockUse,
      note: versionNote.optional(),
    }),
    output: artifactView,
    errors: [400, 401, 404, 409, 410, 423, 429],
    refusesMuted: true,
    ifMatch: 'baseVersion',
  }),
});
