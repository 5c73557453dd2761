import { z } from 'zod';
import * as example from './example.ts';
import type { Limits } from '../../kernel/limits.ts';
import { baseVersion, lockUse, versionNote } from '../artifacts/change.ts';
import * as artifacts from '../artifacts/example.ts';
import { operation } from '../../kernel/operation.ts';
import { hasMore } from '../../kernel/paging.ts';
import { callerLabel, callerText } from '../../kernel/reading.ts';
import { artifactDiff, artifactPath, artifactView, via } from '../artifacts/views.ts';
import { dateTime, id, sha256 } from '../../kernel/schemas.ts';
import { type Tag, resource } from '../../kernel/resource.ts';
import { errors, missing } from './errors.ts';

const tag: Tag = {
  name: 'Versions',
  description: 'The history of artifacts: who wrote what, how versions differ, and the way back to an old one.',
  permission: 'artifacts',
  tools: 'participant',
};

const maxVersionsPerPage = 100;

const number = z.int().min(1);

const versionPath = artifactPath.extend({ version: number.meta({ description: 'Number of the version' }) });

const versionView = z
  .object({
    version: number,
    authorId: id,
    authorName: callerLabel().meta({ description: 'Display name of the author at that time' }),
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
const second = { ...example.version, sha256: artifacts.changed.sha256, bytes: 18, version: 2, via: 'edits' as const };

const operations = (_limits: Limits) => ({
  listArtifactVersions: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/artifact/{artifactId}/versions',
    summary: 'List the versions of an artifact, newest first',
    description:
      'Who wrote each one, when and how. The service removes the contents of old versions beyond a limit; they stay in the list with `kept: false`.',
    example: { input: { ...artifacts.ofArtifact, limit: 2 }, output: { versions: [second, first], hasMore: false } },
    tag,
    auth: 'member',
    forModels: {
      name: 'artifact_history',
      description: 'Who wrote each one, when and how. The contents of old ones can be gone: `kept: false`.',
      defaults: { limit: 20 },
      group: 'artifacts',
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
    example: { input: { ...artifacts.ofArtifact, version: 1 }, output: { ...first, content: '# Plan\n' } },
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
      input: { ...artifacts.ofArtifact, from: 1 },
      output: artifacts.diff,
    },
    tag,
    auth: 'member',
    forModels: { name: 'artifact_diff', description: 'Shows at most 64 KiB of changed lines.', group: 'artifacts' },
    input: artifactPath.extend({
      from: number.meta({ description: 'The older version' }),
      to: number.optional().meta({ description: 'The version to compare it with; the present one by default' }),
    }),
    output: artifactDiff,
    errors: [400, 401, 404, 410, 429],
    answers: 'jsonOrDiff',
  }),

  restoreArtifactVersion: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/artifact/{artifactId}/versions/{version}/restore',
    summary: 'Make an old version of an artifact the present one again',
    description: 'A write like any other: it needs the lock and makes a new version, so nothing is lost.',
    example: {
      input: { ...artifacts.ofArtifact, version: 1, baseVersion: 2, lock: 'auto' },
      output: { ...artifacts.artifact, version: 3 },
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

export const versions = resource({ tag, errors, missing, operations });
