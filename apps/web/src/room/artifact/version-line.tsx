import type { ArtifactVersion, Via } from '@parley/sdk';
import type { Opened } from './opened.ts';
import { ShownLink } from '../shown-link.tsx';
import { When } from '../when.tsx';
import { hashOf } from './address.ts';

const how: Record<Via, string> = {
  create: 'created it',
  write: 'wrote the text',
  edits: 'changed some places',
  append: 'appended',
  section: 'changed a section',
  restore: 'restored an old version',
  proposal: 'proposed it',
};

/** Who wrote a version, when, how and why. */
export function VersionLine({ version: each, opened }: { version: ArtifactVersion; opened: Opened }) {
  const { version, authorId, authorName, at, via, note, restoredFrom, proposalId, acceptedBy } = each;
  const { room, artifactId } = opened;
  return (
    <div class="version-line">
      <p>
        <strong>Version {version}</strong>{' '}
        <small>
          <When at={at} />
        </small>
      </p>
      <p>
        <bdi>{authorName}</bdi> {authorId === room.me && <span class="tag">you</span>}{' '}
        {restoredFrom === undefined ? how[via] : `restored version ${restoredFrom}`}
        {acceptedBy !== undefined && (
          <>
            , accepted by <bdi>{acceptedBy === room.me ? 'you' : room.nameOf(acceptedBy)}</bdi>
          </>
        )}
        {proposalId !== undefined && (
          <>
            {' '}
            (<ShownLink to={hashOf({ view: 'proposal', artifactId, about: proposalId })}>proposal</ShownLink>)
          </>
        )}
      </p>
      {note && (
        <p class="note-text">
          <bdi>{note}</bdi>
        </p>
      )}
    </div>
  );
}
