import type { Attachment } from '@parley/sdk';
import { inBytes } from '@parley/core/size';
import { useState } from 'preact/hooks';
import type { Room } from '../../space/room.ts';
import { whyNot } from '../../space/refusal.ts';

interface AttachmentsProps {
  files: readonly Attachment[];
  room: Room;
}

/** The files of a message. A browser cannot send a key with a download, so each goes by a link that works once. */
export function Attachments({ files, room }: AttachmentsProps) {
  const [problem, tell] = useState('');
  const get = (fileId: string) =>
    room.space.call('linkFile', { fileId }).then(
      ({ url }) => location.assign(url),
      (error: unknown) => tell(whyNot(error)),
    );
  return (
    <ul class="files" role="list">
      {files.map(({ fileId, name, bytes }) => (
        <li key={fileId}>
          <button type="button" class="quiet" onClick={() => get(fileId)}>
            Download <bdi>{name}</bdi> ({inBytes(bytes)})
          </button>
        </li>
      ))}
      {problem && <li role="alert">{problem}</li>}
    </ul>
  );
}
