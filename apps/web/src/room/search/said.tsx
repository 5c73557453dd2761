import type { Message } from '@parley/sdk';
import { Avatar } from '../../design/avatar.tsx';
import { Markdown } from '../../text/markdown.tsx';
import { PageFrame } from '../../text/page-frame.tsx';
import { Picture } from '../../text/picture.tsx';
import type { Room } from '../../space/room.ts';
import { When } from '../when.tsx';

/** A message far back, to be read only. */
export function Said({ message, room }: { message: Message; room: Room }) {
  const { sequence, senderId, senderName, timestamp, type, content } = message;
  return (
    <li class="message" id={`m${sequence}`} tabIndex={-1}>
      <Avatar participantId={senderId} />
      <div class="said">
        <p class="who">
          <bdi>{room.nameOf(senderId, senderName)}</bdi>
          <When at={timestamp} />
        </p>
        {type === 'image' ? (
          <Picture src={content} />
        ) : type === 'html' ? (
          <PageFrame html={content} />
        ) : (
          <Markdown text={content} />
        )}
      </div>
    </li>
  );
}
