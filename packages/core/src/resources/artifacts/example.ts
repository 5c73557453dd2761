import { at, spaceId } from '../../kernel/example.ts';
import { ownerId } from '../participants/example.ts';

export const artifactId = '91c5e7a3-0b2d-4f68-9e14-3d7c6b5a4f29';
export const ofArtifact = { spaceId, artifactId };

const summary = { id: artifactId, name: 'Plan', version: 1, updatedAt: at };
/** Of the first content of the artifact. */
export const sha256 = 'c3964bb3b70a957ec9b233c7dd3653f6ba17701ab00facf88ae1393dc6155577';

export const artifact = {
  ...summary,
  spaceId,
  type: 'markdown',
  content: '# Plan\n',
  sha256,
  createdBy: ownerId,
  updatedBy: ownerId,
  createdAt: at,
} as const;

/** The content after a change. */
export const changed = {
  content: '# Plan\n\n1. Begin\n',
  sha256: 'dd01ce1d35447d4e994c27ba8b0f1282aa8ab3fd47c0efcfbfbb4aa0b0d634cc',
};

/** What that changes. */
export const diff = {
  from: 1,
  to: 2,
  hunks: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 3, lines: [' # Plan', '+', '+1. Begin'] }],
  added: 2,
  removed: 0,
  truncated: false,
};

export const lock = { lockedBy: ownerId, lockExpiresAt: '2026-01-31T12:10:00.000Z' };
