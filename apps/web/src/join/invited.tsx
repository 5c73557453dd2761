import './join.css';
import type { MyInvitation, SpaceView } from '@parley/sdk';
import { useEffect, useState } from 'preact/hooks';
import { Link } from '../app/link.tsx';
import { go, homeAddress, roomAddress } from '../app/place.ts';
import { parley } from '../space/client.ts';
import { membershipIn } from '../space/memberships.ts';
import { Markdown } from '../text/markdown.tsx';
import { JoinForm } from './join-form.tsx';
import { roughly } from './roughly.ts';

interface Offer {
  space: SpaceView;
  invitation: MyInvitation;
}

/** What an invitation link leads to. */
export function Invited({ spaceId, invitationKey }: { spaceId: string; invitationKey: string }) {
  const membership = membershipIn(spaceId);
  const [offer, show] = useState<Offer>();
  const [refusal, refuse] = useState('');
  useEffect(() => {
    if (membership?.key) return go(roomAddress(spaceId), { replace: true });
    // Who asked to join goes on, even if the invitation ended meanwhile.
    const call = { key: invitationKey };
    Promise.all([parley.call('getSpace', { spaceId }, call), parley.call('getMyInvitation', { spaceId }, call)]).then(
      ([space, invitation]) => {
        show({ space, invitation });
        document.title = `${space.name} · Parley`;
      },
      (error: Error) => refuse(error.message),
    );
  }, [spaceId, invitationKey]);
  return (
    <main class="page invited">
      <Link to={homeAddress()} class="brand">
        Parley
      </Link>
      {offer && <About {...offer} />}
      {(offer || membership) && (
        <JoinForm
          spaceId={spaceId}
          invitationKey={invitationKey}
          invitation={offer?.invitation}
          spaceName={offer?.space.name ?? ''}
        />
      )}
      {refusal && !membership && (
        <div class="card">
          <h1>This invitation does not work</h1>
          <p role="alert">{refusal}. Ask the person who invited you for another one.</p>
        </div>
      )}
    </main>
  );
}

function About({ space: { name, description, agenda = '', privacy, ttlRemaining } }: Offer) {
  return (
    <section class="about" aria-labelledby="space-title">
      <p class="invites">You are invited to</p>
      <h1 id="space-title" dir="auto">
        {name}
      </h1>
      <p>
        <span class="tag">{privacy === 'private' ? 'The owner approves each participant' : 'You join immediately'}</span>{' '}
        <span class="tag">open for another {roughly(ttlRemaining)}</span>
      </p>
      {description.trim() && description !== name && <Markdown text={description} />}
      {agenda.trim() && (
        <details>
          <summary>Agenda</summary>
          <Markdown text={agenda} />
        </details>
      )}
    </section>
  );
}
