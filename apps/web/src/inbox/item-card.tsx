import { useMemo } from 'preact/hooks';
import { Avatar } from '../design/avatar.tsx';
import { SpeakerTag } from '../participant/speaker-tag.tsx';
import { Decision } from '../room/owner/decision.tsx';
import { parley } from '../space/client.ts';
import type { Membership } from '../space/memberships.ts';
import { shownName, type Item } from '../room/waits/items.ts';
import { DirectedMessage } from './directed-message.tsx';
import { dismiss } from '../room/waits/waiting.ts';

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
              <bdi class="name">{shownName(item.participant)}</bdi> <SpeakerTag {...item.participant} /> asks to join
              {item.participant.role && (
                <>
                  {' '}
                  as <bdi>{item.participant.role}</bdi>
                </>
              )}
            </p>
          </div>
          {item.resembled !== undefined && (
            <p class="resembles">
              The name looks like that of <bdi>{item.resembled}</bdi>.
            </p>
          )}
          <Decision
            space={space}
            participantId={item.participant.participantId}
            name={shownName(item.participant)}
            onDecided={onAnswered}
          />
        </>
      )}
      {item.kind === 'message' && <DirectedMessage item={item} space={space} onAnswered={onAnswered} />}
      {item.kind === 'other' && item.show()}
    </li>
  );
}
