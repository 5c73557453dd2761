import type { TaskEvidence } from '@parley/sdk';
import { useState } from 'preact/hooks';
import { Refusal } from '../../design/refusal.tsx';
import type { Room } from '../../space/room.ts';
import { plain } from '../../text/plain.ts';
import { ShownLink } from '../shown-link.tsx';
import { hashOf } from '../artifact/address.ts';

/** What shows that a task is done, with the way to it. */
export function EvidenceLink({
  evidence: { artifactId, version, messageId, note },
  room,
}: {
  evidence: TaskEvidence;
  room: Room;
}) {
  if (messageId !== undefined) return <MessageLink messageId={messageId} room={room} />;
  if (artifactId === undefined) {
    return (
      <p dir="auto" class="as-written">
        {note}
      </p>
    );
  }
  const artifact = room.artifacts.value.find(({ id }) => id === artifactId);
  if (!artifact) return <p>An artifact that was deleted, version {version}</p>;
  return (
    <p>
      <ShownLink to={hashOf({ view: 'version', artifactId, about: String(version) })}>
        <bdi>{artifact.name}</bdi>, version {version}
      </ShownLink>
    </p>
  );
}

function MessageLink({ messageId, room }: { messageId: string; room: Room }) {
  const [refusal, refuse] = useState('');
  const message = room.messageOf(messageId);
  const find = async () => {
    const isFound = await room.find(messageId).catch(() => false);
    const found = room.messageOf(messageId);
    if (isFound && found) location.hash = `m${found.sequence}`;
    else refuse('The message could not be loaded.');
  };
  if (message) {
    return (
      <p>
        <a href={`#m${message.sequence}`}>
          A message of <bdi>{message.senderName}</bdi>
        </a>
        : <span dir="auto">{plain(message)}</span>
      </p>
    );
  }
  return (
    <>
      <p>
        <button type="button" class="quiet" onClick={find}>
          Show the message
        </button>
      </p>
      <Refusal text={refusal} />
    </>
  );
}
