import type { CompactSpace } from '@parley/sdk/compact';
import { useState } from 'preact/hooks';
import { Link } from '../app/link.tsx';
import { messageAddress, roomAddress } from '../app/place.ts';
import { Avatar } from '../design/avatar.tsx';
import { Refusal } from '../design/refusal.tsx';
import { Kind } from '../participant/kind.tsx';
import { aboutOf, cardOf } from '../room/resources.ts';
import { useAction } from '../space/action.ts';
import { settle } from '../space/deliveries/settle.ts';
import { Markdown } from '../text/markdown.tsx';
import { AnswerForm } from './answer-form.tsx';
import { shownName, type Item } from '../room/waits/items.ts';

interface DirectedMessageProps {
  item: Extract<Item, { kind: 'message' }>;
  space: CompactSpace;
  onAnswered: () => void;
}

export function DirectedMessage({ item, space, onAnswered }: DirectedMessageProps) {
  const { senderId, senderName, speaker, timestamp, sequence } = item.message;
  const { sender } = item;
  const Card = cardOf(item.message);
  return (
    <>
      <div class="from">
        <Avatar participantId={senderId} />
        <p>
          <Kind speaker={speaker} isHuman={sender?.isHuman ?? false} />{' '}
          <bdi class="name">{sender ? shownName(sender) : senderName}</bdi>{' '}
          <time dateTime={timestamp}>{when.format(Date.parse(timestamp))}</time>
        </p>
      </div>
      {Card ? (
        <>
          <Card message={item.message} space={space} onAnswered={onAnswered} />
          <div class="buttons">
            <Link class="open" to={messageAddress(space.spaceId, sequence)}>
              Open
            </Link>
          </div>
        </>
      ) : (
        <Plain item={item} space={space} onAnswered={onAnswered} />
      )}
    </>
  );
}

/** What it says, and how a message can be answered. */
function Plain({ item, space, onAnswered }: DirectedMessageProps) {
  const { id: deliveryId, message, expects } = item;
  const [isHeld, hold] = useState(item.isHeld);
  const [answering, answer] = useState<'reply' | 'decline'>();
  const done = useAction((_, { idempotencyKey }) => settle(space, { deliveryId, outcome: 'acknowledged' }, idempotencyKey));
  const accepting = useAction((_, call) => space.call('acceptDelivery', { deliveryId }, call));
  const accept = async () => hold(!(await accepting.act()));
  const finish = async () => {
    if (await done.act()) onAnswered();
  };
  const { id, senderName, type, content, sequence } = message;
  const about = aboutOf(message);
  return (
    <>
      {message.redacted ? (
        <p>Its text was deleted.</p>
      ) : type === 'text' ? (
        <div class="content" tabIndex={0} role="group" aria-label={`Message from ${senderName}`} dir="auto">
          <Markdown text={content} />
        </div>
      ) : (
        <p>{type === 'image' ? 'An image.' : 'A page.'} Open it in its space.</p>
      )}
      {isHeld && <p>Held until you accept it.</p>}
      {answering === undefined ? (
        <div class="buttons">
          {isHeld && (
            <button type="button" disabled={accepting.isBusy} onClick={accept}>
              Accept
            </button>
          )}
          {isHeld ? null : about?.isDecision ? (
            <Link class="button" to={roomAddress(space.spaceId) + about.hash}>
              {about.label}
            </Link>
          ) : (
            <button type="button" class={expects === 'ack' ? 'quiet' : undefined} onClick={() => answer('reply')}>
              Reply
            </button>
          )}
          {!isHeld && (
            <button
              type="button"
              class={expects === 'ack' && !about?.isDecision ? undefined : 'quiet'}
              disabled={done.isBusy}
              onClick={finish}
            >
              Done
            </button>
          )}
          {(isHeld || (!about?.isDecision && expects !== 'nothing')) && (
            <button type="button" class="quiet" onClick={() => answer('decline')}>
              Decline
            </button>
          )}
          {about && !about.isDecision && (
            <Link class="open" to={roomAddress(space.spaceId) + about.hash}>
              {about.label}
            </Link>
          )}
          <Link class="open" to={messageAddress(space.spaceId, sequence)}>
            Open
          </Link>
          <Refusal text={done.refusal || accepting.refusal} />
        </div>
      ) : (
        <AnswerForm
          kind={answering}
          onCancel={() => answer(undefined)}
          send={async (text, idempotencyKey) => {
            if (answering === 'reply') await space.send(text, { replyTo: id, idempotencyKey });
            else await settle(space, { deliveryId, outcome: 'declined', note: text || undefined }, idempotencyKey);
            onAnswered();
          }}
        />
      )}
    </>
  );
}

const when = new Intl.DateTimeFormat([], { dateStyle: 'medium', timeStyle: 'short' });
