import { z } from 'zod';
import * as meeting from '../../kernel/example.ts';
import type { Limits } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { type Tag, entity, fact, resource } from '../../kernel/resource.ts';
import { nameText, ok, spacePath } from '../../kernel/schemas.ts';
import { searched } from '../../kernel/searched.ts';
import { baseVersion, changeFields, hasOneChange, lockUse, markdown, oneChange, versionNote } from './change.ts';
import type { Artifact } from './entity.ts';
import * as example from './example.ts';
import { artifactChanged, type ArtifactFact } from './facts.ts';
import { release } from './rules.ts';
import { artifactDiff, artifactPath, artifactView, lockResult } from './views.ts';
import { errors, errorDetails, missing } from './errors.ts';
import { limits as sizes } from './limits.ts';
import { events } from './events.ts';
import { eventTypes } from './event-types.ts';
import { forModels } from './for-models.ts';

const tag: Tag = {
  name: 'Artifacts',
  description: 'Shared Markdown documents, which one participant at a time can write.',
  permission: 'artifacts',
  tools: 'participant',
};

const entities = {
  artifacts: entity<Artifact>({
    idOf: ({ artifactId }) => artifactId,
    charactersOf: ({ name }) => name.length,
    dueAt: ({ lock }) => lock?.expiresAt,
    withDue: (artifact, expiresAt) => ({ ...artifact, lock: { ...artifact.lock!, expiresAt } }),
    lapse: (artifact, now) => ({
      changed: release(artifact),
      fact: artifactChanged('lock-expired', artifact, artifact.lock!.lockedBy, now),
    }),
    atEnd: (artifact) => artifact.lock && release(artifact),
  }),
};

const facts = {
  artifact: fact<ArtifactFact>('everyone'),
};

/** What callers who have not read the documentation call its fields. */
const aliases = {
  edits: ['changes', 'replacements'],
  old: ['oldString', 'oldText', 'oldStr', 'from', 'search', 'find'],
  new: ['newString', 'newText', 'newStr', 'to', 'replace', 'replacement'],
  heading: ['title'],
  baseVersion: ['expectedVersion', 'basedOn'],
};

const operations = (limits: Limits) => ({
  createArtifact: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/artifact',
    summary: 'Create an artifact: a shared Markdown document',
    description:
      'The new artifact is not locked. Names need not be unique, because the id identifies the artifact; with `ifExists: "return"`, the answer is ' +
      'the oldest artifact of that name, if there is one.',
    example: {
      input: { ...meeting.inSpace, name: 'Plan', type: 'markdown', content: '# Plan\n' },
      output: example.artifact,
    },
    tag,
    auth: 'member',
    forModels: {
      description: 'If its name is taken, `refuse` answers 409 `name_taken`, and `return` what is there.',
      defaults: { ifExists: 'refuse' },
      hides: ['type'],
      fields: { name: '', content: 'Markdown', ifExists: '' },
    },
    input: spacePath.extend({
      name: nameText(limits.nameCharacters).meta({ description: 'Display name' }),
      type: z.literal('markdown').default('markdown').meta({ description: 'Only `markdown` exists' }),
      content: markdown(limits).default(''),
      ifExists: z.enum(['create', 'return', 'refuse']).default('create').meta({
        description:
          'If there is an artifact of that name: create another one, return it unchanged, or refuse with 409 `name_taken`',
      }),
    }),
    output: artifactView,
    errors: [400, 401, 404, 409, 429],
    refusesMuted: true,
  }),

  listArtifacts: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/artifact',
    summary: 'List all artifacts of a space',
    description:
      'Includes their contents. `getSpace` and the message operations list artifacts without contents. `deleted` lists those of the newest 200 deleted ones that you can restore.',
    example: { input: meeting.inSpace, output: { artifacts: [example.artifact] } },
    tag,
    auth: 'member',
    forModels: {
      description: 'Includes their contents, which can be long: prefer `get_space` and `get_artifact`.',
      group: 'artifacts',
    },
    input: spacePath.extend({
      deleted: z
        .boolean()
        .default(false)
        .meta({ description: 'Lists the deleted ones instead: all for the owner, otherwise those that you deleted' }),
    }),
    output: z
      .object({ artifacts: z.array(artifactView) })
      .meta({ id: 'ArtifactList', description: 'The artifacts of a space with their contents' }),
    errors: [401, 404, 429],
  }),

  getArtifact: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/artifact/{artifactId}',
    summary: 'Read an artifact',
    description: 'Returns the content, the version and the holder of the lock. A write takes the tag in `If-Match`.',
    example: { input: example.ofArtifact, output: example.artifact },
    tag,
    auth: 'member',
    answers: 'taggedJson',
    forModels: { description: 'Change it with `edit_artifact`.', group: 'core' },
    input: artifactPath,
    output: artifactView,
    errors: [401, 404, 429],
  }),

  writeArtifact: operation({
    method: 'PATCH',
    path: '/hub/space/{spaceId}/artifact/{artifactId}',
    summary: 'Change an artifact: all of it, some places, its end, or a section',
    description:
      'Takes exactly one of `content`, `edits`, `append` and `section`. Lock the artifact first, or send `lock: "auto"`. Each write increments ' +
      'the version and renews the lock that you hold. With `baseVersion`, nothing is written over a version that you have not read; a whole ' +
      '`content` with `lock: "auto"` needs it, or `If-Match`, unless you hold the lock (400 `base_version_required`).',
    example: {
      input: { ...example.ofArtifact, edits: [{ old: '# Plan\n', new: example.changed.content }], baseVersion: 1, lock: 'auto' },
      output: { ...example.artifact, ...example.changed, version: 2 },
    },
    tag,
    auth: 'member',
    forModels: {
      description:
        'Needs the lock, and renews it. Takes the changes of `edit_artifact` too. If the lock is lost, a text with a `baseVersion` is kept as a proposal.',
      hides: ['edits', 'append', 'section', 'lock', 'keep'],
      destroys: true,
      group: 'artifacts',
    },
    input: artifactPath
      .extend({
        ...changeFields(limits),
        baseVersion: baseVersion.optional(),
        lock: lockUse,
        note: versionNote.optional(),
        keep: z.literal('proposal').optional().meta({
          description:
            'If the lock is not yours (423), your text is kept as a proposal, whose `proposalId` the refusal contains; requires `baseVersion`',
        }),
        dryRun: z.boolean().default(false).meta({
          description:
            'Stores nothing: answers with the artifact as it is, and the `diff` that the write would make in place of its content',
        }),
      })
      .refine(hasOneChange, oneChange)
      .refine(({ keep, baseVersion }) => keep === undefined || baseVersion !== undefined, {
        path: ['baseVersion'],
        message: 'is required with `keep`',
      }),
    output: artifactView.extend({ content: artifactView.shape.content.optional(), diff: artifactDiff.optional() }).meta({
      id: 'WrittenArtifact',
      description: 'An artifact after a write; without its content if the caller prefers a minimal answer',
    }),
    errors: [400, 401, 404, 409, 423, 429],
    refusesMuted: true,
    key: 'expiresWithSpace',
    ifMatch: 'baseVersion',
    leavesOut: ['content'],
  }),

  downloadArtifact: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/artifact/{artifactId}/download',
    summary: 'Download an artifact as a Markdown file',
    description:
      'Returns the Markdown itself, with a file name derived from the name of the artifact. The tag of version 7 is `"v7"`; a write takes it in `If-Match`.',
    example: { input: example.ofArtifact, output: { fileName: 'Plan.md', content: '# Plan\n', version: 1 } },
    tag,
    auth: 'member',
    input: artifactPath,
    output: z.object({ fileName: z.string(), content: z.string(), version: z.int() }),
    answers: 'text',
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
    whenFull: 'usesReserve',
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
    whenFull: 'usesReserve',
    whilePaused: 'works',
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
    whenFull: 'works',
    whilePaused: 'works',
  }),

  renameArtifact: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/artifact/{artifactId}/rename',
    summary: 'Rename an artifact',
    description: 'Its version stays. 423 while another participant holds the lock.',
    example: { input: { ...example.ofArtifact, name: 'Final plan' }, output: { ...example.artifact, name: 'Final plan' } },
    tag,
    auth: 'member',
    forModels: { group: 'artifacts' },
    input: artifactPath.extend({ name: nameText(limits.nameCharacters).meta({ description: 'The new display name' }) }),
    output: artifactView,
    errors: [400, 401, 404, 409, 423, 429],
    refusesMuted: true,
  }),

  deleteArtifact: operation({
    method: 'DELETE',
    path: '/hub/space/{spaceId}/artifact/{artifactId}',
    summary: 'Delete an artifact: only for its creator and the owner of the space',
    description: 'Whoever deleted it and the owner can restore it. 423 while another participant holds the lock.',
    example: { input: example.ofArtifact, output: { ok: true } },
    tag,
    auth: 'member',
    forModels: { destroys: true, group: 'artifacts' },
    input: artifactPath,
    output: ok,
    errors: [401, 404, 409, 423, 429],
    refusesMuted: true,
    whenFull: 'works',
  }),

  restoreArtifact: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/artifact/{artifactId}/restore',
    summary: 'Restore a deleted artifact: only for who deleted it and the owner of the space',
    description: 'With its history and without a lock. `listArtifacts` with `deleted` lists the deleted ones.',
    example: { input: example.ofArtifact, output: example.artifact },
    tag,
    auth: 'member',
    forModels: { description: 'With its history and without a lock.', group: 'artifacts' },
    input: artifactPath,
    output: artifactView,
    errors: [400, 401, 404, 409, 429],
    refusesMuted: true,
  }),
});

export const artifacts = resource({
  tag,
  aliases,
  entities,
  events,
  facts,
  errors,
  errorDetails,
  missing,
  limits: sizes,
  searched: { artifacts: searched({ one: 'artifact', texts: 'the names and present texts of artifacts' }) },
  eventTypes,
  forModels,
  operations,
});
