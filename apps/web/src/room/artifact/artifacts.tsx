import { counted } from '@parley/core/words';
import './artifacts.css';
import { useId, useState } from 'preact/hooks';
import type { Room } from '../../space/room.ts';
import { CreateArtifact } from './create-artifact.tsx';
import { hash } from '../shown.ts';
import { ShownLink } from '../shown-link.tsx';
import { DeletedArtifacts } from './deleted-artifacts.tsx';
import { hashOf, shownIn } from './address.ts';

export function Artifacts({ room }: { room: Room }) {
  const titleId = useId();
  const [isCreating, create] = useState(false);
  const artifacts = room.artifacts.value;
  const at = shownIn(hash.value);
  const openId = at === 'list' ? undefined : at?.artifactId;
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>
        Artifacts <small>{artifacts.length}</small>
      </h2>
      {artifacts.length === 0 && <p class="empty">Documents that everybody here can read and change.</p>}
      <ul class="artifacts">
        {artifacts.map(({ id, name, version, lockedBy, openProposals = 0 }) => (
          <li key={id}>
            <ShownLink to={hashOf({ view: 'text', artifactId: id })} class="section-link" isCurrent={id === openId}>
              <bdi>{name}</bdi>
              <small>
                version {version}
                {lockedBy && (
                  <>
                    , <bdi>{lockedBy === room.me ? 'you' : room.nameOf(lockedBy)}</bdi> {lockedBy === room.me ? 'are' : 'is'}{' '}
                    editing
                  </>
                )}
              </small>
            </ShownLink>
            <OpenCount artifactId={id} count={openProposals} />
          </li>
        ))}
      </ul>
      {!room.isMuted.value && room.ended.value === undefined && (
        <>
          <button type="button" class="quiet" onClick={() => create(true)}>
            New artifact
          </button>
          <DeletedArtifacts room={room} />
        </>
      )}
      {isCreating && <CreateArtifact room={room} onClose={() => create(false)} />}
    </section>
  );
}

function OpenCount({ artifactId, count }: { artifactId: string; count: number }) {
  if (count === 0) return null;
  return (
    <ShownLink to={hashOf({ view: 'proposals', artifactId })} class="open-count">
      {counted(count, 'open proposal')}
    </ShownLink>
  );
}
