import { useState } from 'preact/hooks';
import type { Room } from '../../space/room.ts';
import { plain } from '../../text/plain.ts';

/** The message that another one answers, in one line that leads to it. */
export function Quote({ messageId, room }: { messageId: string; room: Room }) {
  const [search, say] = useState<'none' | 'running' | 'failed'>('none');
  // Its text can be erased or corrected.
  void room.corrected.value;
  void room.latest('message-redacted').value;
  const message = room.messageOf(messageId);
  if (message) {
    return (
      <a class="quote" href={`#m${message.sequence}`}>
        <span class="unseen">In reply to </span>
        <bdi>{room.nameOf(message.senderId, message.senderName)}</bdi> <span dir="auto">{plain(message)}</span>
      </a>
    );
  }
  // Its message can be loaded later, for another reason.
  void room.entries.value;
  if (search === 'failed') return <p class="quote">In reply to a message that is no longer here</p>;
  const find = async () => {
    say('running');
    const isFound = await room.find(messageId).catch(() => undefined);
    // Without a connection, one can try again.
    say(isFound === false ? 'failed' : 'none');
    const found = room.messageOf(messageId);
    if (found) location.hash = `m${found.sequence}`;
  };
  return (
    <button type="button" class="quote" onClick={find} disabled={search === 'running'}>
      {search === 'running' ? 'Looking for the message…' : 'In reply to an earlier message. Show it'}
    </button>
  );
}
