import { z } from 'zod';
import { ballast, callerDiff, callerLabel, callerText, reference } from '../../kernel/reading.ts';
import { dateTime, id, idNotName, sha256, spacePath } from '../../kernel/schemas.ts';

export const artifactReference = () => reference('artifact', idNotName('the id of an artifact'));

export const artifactPath = spacePath.extend({
  artifactId: reference('artifact', id.meta({ description: 'ID of the artifact' })),
});

const version = z.int().meta({ description: 'Increases by one with each write' });

/** The ways to change a text. */
export const changeVia = z.enum(['write', 'edits', 'append', 'section']).meta({
  id: 'ChangeVia',
  description: 'A whole content, or a change of that kind',
});

export const via = z.enum(['create', ...changeVia.options, 'restore', 'proposal']).meta({
  id: 'Via',
  description:
    'How a version came about: `create`: with the artifact; `write`: with a whole content; `edits`, `append` or `section`: with a ' +
    'change of that kind; `restore`: from an earlier version; `proposal`: an accepted proposal',
});

const lockedBy = id.optional().meta({ description: 'ID of the participant who holds the edit lock; absent if there is no lock' });

const lockExpiresAt = dateTime
  .optional()
  .meta({ description: 'Absent while the space is paused: then the lock does not run out' });

export const artifactSummary = z
  .object({
    id,
    name: callerLabel(),
    version,
    updatedAt: dateTime,
    lockedBy,
    lockExpiresAt,
    openProposals: z
      .int()
      .optional()
      .meta({ description: 'How many proposals wait for a decision; absent if none do, and in events, which describe the past' }),
  })
  .meta({ id: 'ArtifactSummary', description: 'An artifact without its content, as lists and events show it' });

export const artifactView = z
  .object({
    id,
    spaceId: ballast(id.clone()),
    name: callerLabel(),
    type: ballast(z.literal('markdown')),
    content: callerText({ field: 'updatedBy' }),
    sha256: ballast(sha256),
    version,
    createdBy: id,
    updatedBy: id,
    createdAt: dateTime,
    updatedAt: dateTime,
    lockedBy,
    lockedAt: dateTime.optional(),
    lockExpiresAt,
    deletedAt: dateTime.optional().meta({ description: 'In the list of deleted artifacts' }),
    deletedBy: id.optional(),
  })
  .meta({ id: 'ArtifactView', description: 'An artifact with its content' });

export const hunk = z
  .object({
    oldStart: z.int(),
    oldLines: z.int(),
    newStart: z.int(),
    newLines: z.int(),
    lines: z.array(callerLabel()).meta({ description: 'Each begins with a space, `-` or `+`' }),
  })
  .meta({ id: 'Hunk', description: 'Changed lines and those around them, as in the unified format' });

export const artifactDiff = z
  .object({
    from: z.int().meta({ description: 'The older version' }),
    to: z.int().meta({ description: 'The version that it is compared with' }),
    hunks: callerDiff(z.array(hunk)),
    added: z.int().meta({ description: 'Lines' }),
    removed: z.int().meta({ description: 'Lines' }),
    truncated: z.boolean().meta({ description: 'The hunks are not complete, or not as short as possible' }),
  })
  .meta({ id: 'ArtifactDiff', description: 'How one version of an artifact becomes another, by lines' });

export const lockResult = z
  .object({ lockedBy: id, lockExpiresAt: dateTime })
  .meta({ id: 'LockResult', description: 'The holder of the edit lock, and when it expires' });

export type ArtifactSummary = z.output<typeof artifactSummary>;

export type ArtifactView = z.output<typeof artifactView>;

export type LockResult = z.output<typeof lockResult>;
