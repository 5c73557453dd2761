import type { Message } from '@parley/sdk';
import { Avatar } from '../../design/avatar.tsx';
import type { Room } from '../../space/room.ts';
import { Markdown } from '../../text/markdown.tsx';
import { PageFrame } from '../../text/page-frame.tsx';
import { Picture } from '../../text/picture.tsx';

interface MessageProps {
  message: Message;
  goesOn: boolean;
  room: Room;
}

export function MessageItem({ message, goesOn, room }: MessageProps) {
  const { senderId, senderName, speaker, timestamp, to } = message;
  const isForMe = to?.includes(room.me) ?? false;
  return (
    <li class={`message${goesOn ? ' goes-on' : ''}${isForMe ? ' for-me' : ''}`} id={`m${message.sequence}`}>
      {!goesOn && <Avatar participantId={senderId} />}
      <div class="said">
        {!goesOn && (
          <p class="who">
            <bdi>{senderName}</bdi> <span class="tag">{senderId === room.me ? 'you' : speaker}</span>{' '}
            <time dateTime={timestamp}>{clock(timestamp)}</time>
          </p>
        )}
        {to && (
          <p class="to">
            to {to.map((id) => (id === room.me ? 'you' : room.nameOf(id))).join(', ')}
          </p>
        )}
        <Content {...message} />
      </div>
    </li>
  );
}

function Content({ type, content }: Pick<Message, 'type' | 'content'>) {
  if (type === 'image') return <Picture src={content} />;
  if (type === 'html') return <PageFrame html={content} />;
  return <Markdown text={content} />;
}

function clock(timestamp: string): string {
  const at = new Date(timestamp);
  const isToday = at.toDateString() === new Date().toDateString();
  return at.toLocaleString([], isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' });
}
