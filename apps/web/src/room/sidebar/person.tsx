import type { ParticipantView } from '@parley/sdk';
import { useState } from 'preact/hooks';
import { Avatar } from '../../design/avatar.tsx';
import { Icon } from '../../design/icon.tsx';
import type { Room } from '../../space/room.ts';
import { Moderation } from '../owner/moderation.tsx';
import { reachInWords } from '../../participant/reach.ts';
import { Kind } from '../../participant/kind.tsx';
import { closeDrawer } from '../drawer.ts';

/** Roles that say nothing more than the list. */
const ordinary = new Set(['', 'owner', 'participant']);

export function Person({ participant, room }: { participant: ParticipantView; room: Room }) {
  const [isOpen, open] = useState(false);
  const { participantId, name, role, status, isOwner } = participant;
  const isMe = participantId === room.me;
  return (
    <li class="person">
      <Avatar participantId={participantId} reach={participant.reach} />
      <div class="facts">
        <p>
          <Kind {...participant} />
          {isMe ? (
            <bdi class="name">{name}</bdi>
          ) : (
            <button type="button" class="plain name" title={`Write to ${name}`} onClick={() => address(room, participantId)}>
              <bdi>{name}</bdi>
            </button>
          )}
          {isMe && <span class="tag">you</span>}
          {isOwner && <span class="tag accent">owner</span>}
          {status === 'muted' && <span class="tag attention">muted</span>}
        </p>
        <small>
          {!ordinary.has(role.trim()) && (
            <>
              <bdi>{role}</bdi> ·{' '}
            </>
          )}
          {reachInWords(participant, Date.now())}
        </small>
      </div>
      {room.isOwner.value && !isOwner && (
        <button
          type="button"
          class="quiet icon-only"
          aria-expanded={isOpen}
          aria-label={`Moderate ${name}`}
          onClick={() => open(!isOpen)}
        >
          <Icon name="more" />
        </button>
      )}
      {isOpen && <Moderation participant={participant} room={room} />}
    </li>
  );
}

/** The composer takes over. */
function address(room: Room, participantId: string): void {
  closeDrawer();
  room.addressing.value = participantId;
}
