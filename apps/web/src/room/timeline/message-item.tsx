import type { Message } from '@parley/sdk';
import { useState } from 'preact/hooks';
import { roomAddress } from '../../app/place.ts';
import { Avatar } from '../../design/avatar.tsx';
import { Kind } from '../../participant/kind.tsx';
import { isNamesOf } from '../../space/outbox.ts';
import type { Room } from '../../space/room.ts';
import { Markdown } from '../../text/markdown.tsx';
import { later } from '../../app/later.tsx';
import type { About } from '../resource.ts';
import { aboutOf, cardOf } from '../resources.ts';
import { show } from '../shown.ts';
import { MenuToggle } from './menu-toggle.tsx';
import { Quote } from './quote.tsx';
import { isLong } from './is-long.ts';
import { Long } from './long.tsx';
import { Time } from './time.tsx';

const Asked = later(async () => (await import('../delivery/asked.tsx')).Asked);
const Receipts = later(async () => (await import('../delivery/receipts.tsx')).Receipts);
const Deleting = later(async () => (await import('./deleting.tsx')).Deleting);
const Redacted = later(async () => (await import('../redacted.tsx')).Redacted);
const Corrected = later(async () => (await import('./corrected.tsx')).Corrected);
const Linked = later(async () => (await import('./linked.tsx')).Linked);
const MessageMenu = later(async () => (await import('./message-menu.tsx')).MessageMenu);
const Picture = later(async () => (await import('../../text/picture.tsx')).Picture);
const PageFrame = later(async () => (await import('../../text/page-frame.tsx')).PageFrame);
const Attachments = later(async () => (await import('./attachments.tsx')).Attachments);

interface MessageProps {
  message: Message;
  goesOn: boolean;
  room: Room;
}

export function MessageItem({ message, goesOn, room }: MessageProps) {
  const [isMenuOpen, openMenu] = useState(false);
  const [isDeleting, remove] = useState(false);
  const { id, sequence, timestamp, senderId, senderName, speaker, to, replyTo, redacted } = message;
  const about = aboutOf(message);
  const Card = cardOf(message);
  const isMine = senderId === room.me;
  const name = room.nameOf(senderId, senderName);
  // What refers to something else only repeats its text.
  const canDelete = (isMine || room.isOwner.value) && !redacted && !about && !Card;
  const isForMe = to?.includes(room.me) ?? false;
  // Who asks must be seen.
  const isHeaded = !goesOn || to !== undefined || replyTo !== undefined;
  const waits =
    isForMe &&
    room.deliveries
      .of(id)
      .value.some(({ participantId, state }) => participantId === room.me && state !== 'done' && state !== 'held');
  const kind = `${isHeaded ? '' : ' goes-on'}${isForMe ? ' for-me' : ''}${waits ? ' waits' : ''}`;
  return (
    <li class={`message${kind}`} id={`m${sequence}`} tabIndex={-1}>
      {isHeaded ? <Avatar participantId={senderId} /> : <Time timestamp={timestamp} />}
      <div class="said">
        {isHeaded && (
          <p class="who">
            <Kind speaker={speaker} isHuman={room.saysHuman(senderId)} />
            <bdi>{name}</bdi>
            {isMine ? <span class="tag">you</span> : speaker === 'owner' && <span class="tag accent">owner</span>}
            {to && (
              <span class="to">
                to <Names ids={to} room={room} />
              </span>
            )}
            <a class="time" href={`#m${sequence}`} tabIndex={-1}>
              <Time timestamp={timestamp} />
            </a>
          </p>
        )}
        {replyTo !== undefined && <Quote messageId={replyTo} room={room} />}
        {redacted ? (
          <Redacted {...redacted} room={room} />
        ) : Card ? (
          <Card message={message} space={room.space} room={room} />
        ) : (
          !isNamesOf(message.content, message.attachments) && <Content {...message} />
        )}
        {message.replacedBy !== undefined && !redacted && <Corrected message={message} room={room} />}
        {message.content.includes(`${roomAddress(room.spaceId)}#`) && <Linked content={message.content} room={room} />}
        {message.attachments && <Attachments files={message.attachments} room={room} />}
        {isMenuOpen && !isDeleting && (
          <MessageMenu message={message} room={room} onDelete={canDelete ? () => remove(true) : undefined} />
        )}
        {isDeleting && !redacted && <Deleting message={message} room={room} onEnd={() => remove(false)} />}
        {about && <Action about={about} waits={waits} />}
        {isForMe && !Card && <Asked message={message} room={room} />}
        {isMine && to && !Card && <Receipts messageId={id} room={room} />}
      </div>
      <MenuToggle isOpen={isMenuOpen} toggle={() => openMenu(!isMenuOpen)} about={name} />
    </li>
  );
}

function Names({ ids, room }: { ids: readonly string[]; room: Room }) {
  return (
    <>
      {ids.map((id, i) => (
        <span key={id}>
          {i > 0 && ', '}
          {id === room.me ? <strong>you</strong> : <bdi>{room.nameOf(id)}</bdi>}
        </span>
      ))}
    </>
  );
}

function Content({ type, content }: Pick<Message, 'type' | 'content'>) {
  if (type === 'image') return <Picture src={content} />;
  if (type === 'html') return <PageFrame html={content} />;
  const text = <Markdown text={content} />;
  return isLong(content) ? <Long>{text}</Long> : text;
}

function Action({ about: { label, hash, isDecision }, waits }: { about: About; waits: boolean }) {
  return (
    <p class="actions">
      {isDecision ? (
        <button type="button" class={waits ? undefined : 'quiet'} onClick={() => show(hash)}>
          {label}
        </button>
      ) : (
        <a class={waits ? 'button' : 'button quiet'} href={hash}>
          {label}
        </a>
      )}
    </p>
  );
}
