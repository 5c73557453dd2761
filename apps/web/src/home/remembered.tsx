import { counted } from '@parley/core/words';
import { useState } from 'preact/hooks';
import { Link } from '../app/link.tsx';
import { invitationAddress, roomAddress } from '../app/place.ts';
import { waiting } from '../room/waits/waiting.ts';
import { roughly } from '../text/roughly.ts';
import { memberships, type Membership } from '../space/memberships.ts';
import { ForgetDialog } from './forget-dialog.tsx';

/** The spaces that this browser has keys for, or applied to. */
export function Remembered() {
  const [forgetting, ask] = useState<Membership>();
  return (
    <section class="remembered" aria-labelledby="remembered-title">
      <h1 id="remembered-title">Your spaces in this browser</h1>
      <ul class="space-cards">
        {memberships.value.map((membership) => (
          <li key={membership.spaceId} class="card">
            <div>
              <p class="space-name">
                <Name {...membership} />
              </p>
              <small>
                as <bdi>{membership.name}</bdi> {membership.isOwner && <span class="tag accent">owner</span>}
              </small>
              <State {...membership} />
            </div>
            <button type="button" class="quiet" onClick={() => ask(membership)}>
              Forget<span class="unseen"> {membership.spaceName}</span>
            </button>
          </li>
        ))}
      </ul>
      {forgetting && <ForgetDialog membership={forgetting} onClose={() => ask(undefined)} />}
    </section>
  );
}

function Name({ spaceId, spaceName, key, invitationKey }: Membership) {
  const name = <bdi>{spaceName || 'A space'}</bdi>;
  if (key) return <Link to={roomAddress(spaceId)}>{name}</Link>;
  return invitationKey ? <Link to={invitationAddress(spaceId, invitationKey)}>{name}</Link> : name;
}

function State({ spaceId, key, ended }: Membership) {
  if (ended !== undefined) return <small class="state">{ended}</small>;
  if (!key) return <small class="state attention">The owner has not let you in yet.</small>;
  const found = waiting.value.get(spaceId);
  if (!found) return null;
  const { items, unread, hasMore, latest, people, endsAt } = found;
  return (
    <>
      {people !== undefined && endsAt !== undefined && (
        <small class="state">
          {counted(people, 'participant')} · ends in {roughly((endsAt - Date.now()) / 1_000)}
        </small>
      )}
      {latest && (
        <small class="state latest">
          <bdi>{latest.name}</bdi>: <bdi>{latest.text}</bdi>
        </small>
      )}
      <p class="news">
        {items.length > 0 && <span class="tag attention">{counted(items.length, 'waits', 'wait')} for you</span>}
        {unread > 0 && (
          <span class="tag accent">
            {unread}
            {hasMore && '+'} unread
          </span>
        )}
      </p>
    </>
  );
}
