import { useMemo } from 'preact/hooks';
import { Avatar } from '../design/avatar.tsx';
import { SpeakerTag } from '../participant/speaker-tag.tsx';
import { Decision } from '../room/owner/decision.tsx';
import { parley } from '../space/client.ts';
import type { Membership } from '../space/memberships.ts';
import type { Item } from './items.ts';
import { DirectedMessage } from './directed-message.tsx';
import { dismiss } from './waiting.ts';

/** One thing that waits, with its answers. */
export function ItemCard({ item, membership }: { item: Item; membership: Membership }) {
  const { spaceId, participantId, key } = membership;
  const space = useMemo(() => parley.space({ spaceId, participantId, key: key! }), [spaceId, key]);
  const onAnswered = () => dismiss(spaceId, item.id);
  return (
    <li class="card item">
      {item.kind === 'request' && (
        <>
          <div class="from">
            <Avatar participantId={item.participant.participantId} />
            <p>
              <bdi class="name">{item.participant.displayName ?? item.participant.name}</bdi> <SpeakerTag {...item.participant} />{' '}
              asks to join
              {item.participant.role && (
                <>
                  {' '}
                  as <bdi>{item.participant.role}</bdi>
                </>
              )}
            </p>
          </div>
          <Decision
            space={space}
            participantId={item.participant.participantId}
            name={item.participant.name}
            onDecided={onAnswered}
          />
        </>
      )}
      {item.kind === 'message' && <DirectedMessage item={item} space={space} onAnswered={onAnswered} />}
      {item.kind === 'other' && item.show()}
    </li>
  );
}
