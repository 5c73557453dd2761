import type { ParticipantView } from '@parley/sdk';
import { useState } from 'preact/hooks';
import { Avatar } from '../../design/avatar.tsx';
import { Icon } from '../../design/icon.tsx';
import type { Room } from '../../space/room.ts';
import { Moderation } from '../owner/moderation.tsx';
import { reachInWords } from '../../participant/reach.ts';
import { closeDrawer } from './drawer.ts';
import { SpeakerTag } from '../../participant/speaker-tag.tsx';

export function Person({ participant, room }: { participant: ParticipantView; room: Room }) {
  const [isOpen, open] = useState(false);
  const { participantId, name, role, status, isOwner } = participant;
  const isMe = participantId === room.me;
  return (
    <li class="person">
      <Avatar participantId={participantId} reach={participant.reach} />
      <div class="facts">
        <p>
          {isMe ? (
            <bdi class="name">{name}</bdi>
          ) : (
            <button type="button" class="plain name" title={`Write to ${name}`} onClick={() => address(room, participantId)}>
              <bdi>{name}</bdi>
            </button>
          )}
          {isMe && <span class="tag">you</span>}
          <SpeakerTag {...participant} />
          {status === 'muted' && <span class="tag attention">muted</span>}
        </p>
        <small>
          {role.trim() && role !== 'owner' && (
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
