import type { Message } from '@parley/sdk';
import { useState } from 'preact/hooks';
import type { Room } from '../../space/room.ts';
import { plain } from '../../text/plain.ts';
import { When } from '../when.tsx';

/** Says that a text is not the first one, and shows the former ones. */
export function Corrected({ message: { id, senderId, senderName }, room }: { message: Message; room: Room }) {
  const [isOpen, open] = useState(false);
  const former = room.corrections.formerOf(id);
  return (
    <div class="corrected">
      <button type="button" class="link" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
        corrected<span class="unseen">: former text of this message from {room.nameOf(senderId, senderName)}</span>
      </button>
      {isOpen && (
        <ol class="former" aria-label="Former text">
          {former.map((text) => (
            <li key={text.id}>
              <When at={text.timestamp} /> <span dir="auto">{text.type === 'text' ? text.content : plain(text)}</span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
