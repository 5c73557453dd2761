import { counted } from '@parley/core/words';
import type { MyInvitation, SpaceView } from '@parley/sdk';
import { Avatar } from '../design/avatar.tsx';
import { Markdown } from '../text/markdown.tsx';
import { more } from '../text/roughly.ts';

export interface InvitationOffer {
  space: SpaceView;
  invitation: MyInvitation;
}

const mostFaces = 6;

/** What somebody is invited to. */
export function SpaceOffer({ space, invitation }: InvitationOffer) {
  const { name, description, agenda = '', privacy, ttlRemaining, participants } = space;
  const here = participants.filter(({ status }) => status === 'active' || status === 'muted');
  return (
    <section class="about" aria-labelledby="space-title">
      <p class="invites">You are invited to</p>
      <h1 id="space-title" dir="auto">
        {name}
      </h1>
      <ul class="terms">
        <li class="tag">{privacy === 'private' ? 'The owner approves everyone who joins' : 'You join immediately'}</li>
        <li class="tag">Open for {more(ttlRemaining)}</li>
        {invitation.expiresAt !== undefined && (
          <li class="tag">The invitation works for {more((Date.parse(invitation.expiresAt) - Date.now()) / 1_000)}</li>
        )}
      </ul>
      {description.trim() && description !== name && (
        <>
          <h2 class="unseen">Description</h2>
          <div class="words" tabIndex={0} role="group" aria-label="Description" dir="auto">
            <Markdown text={description} />
          </div>
        </>
      )}
      {agenda.trim() && (
        <details>
          <summary>
            <h2>Agenda</h2>
          </summary>
          <div class="words" tabIndex={0} role="group" aria-label="Agenda" dir="auto">
            <h2 class="unseen">Agenda</h2>
            <Markdown text={agenda} />
          </div>
        </details>
      )}
      {here.length > 0 && (
        <p class="here">
          <span class="faces">
            {here.slice(0, mostFaces).map(({ participantId }) => (
              <Avatar key={participantId} participantId={participantId} />
            ))}
          </span>
          <span>
            <bdi>{here[0]!.name}</bdi>
            {here.length === 1 ? ' is here' : ` and ${counted(here.length - 1, 'more is', 'more are')} here`}
          </span>
        </p>
      )}
    </section>
  );
}
