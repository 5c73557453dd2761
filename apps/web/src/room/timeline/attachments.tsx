import './attachments.css';
import type { Attachment } from '@parley/sdk';
import { inBytes } from '@parley/core/size';
import { useEffect, useState } from 'preact/hooks';
import { Enlargeable } from '../../design/enlargeable.tsx';
import { Icon } from '../../design/icon.tsx';
import { Refusal } from '../../design/refusal.tsx';
import { useAction } from '../../space/action.ts';
import { save } from '../../space/save.ts';
import type { Room } from '../../space/room.ts';

/** What the service found in the first bytes. A browser runs nothing of these when an image shows them. */
const images = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** The files of a message. */
export function Attachments({ files, room }: { files: readonly Attachment[]; room: Room }) {
  return (
    <ul class="files" role="list" aria-label="Files">
      {files.map((file) => (
        <StoredFile key={file.fileId} file={file} room={room} />
      ))}
    </ul>
  );
}

function StoredFile({ file, room }: { file: Attachment; room: Room }) {
  const [address, show] = useState<string>();
  // A browser cannot send a key with a download, so it goes by a link that works once.
  const saving = useAction(async (_: void, call) => save(await room.space.call('linkFile', { fileId: file.fileId }, call), file));
  const loading = useAction(async () => {
    const { wholeSpaceOf } = await import('../../space/whole.ts');
    const bytes = await wholeSpaceOf(room).files.download(file.fileId);
    show(URL.createObjectURL(new Blob([bytes], { type: file.type })));
  });
  useEffect(() => () => address && URL.revokeObjectURL(address), [address]);
  const isImage = images.has(file.type);
  return (
    <li>
      <div class="file">
        <Icon name="document" />
        <p>
          <bdi>{file.name}</bdi> <small>{inBytes(file.bytes)}</small>
        </p>
        <span class="buttons">
          {isImage && (
            <button
              type="button"
              class="quiet small"
              disabled={loading.isBusy}
              onClick={() => (address === undefined ? loading.act() : show(undefined))}
            >
              {address === undefined ? 'Show' : 'Hide'}
              <span class="unseen"> {file.name}</span>
            </button>
          )}
          <button type="button" class="quiet small" disabled={saving.isBusy} onClick={() => saving.act()}>
            Download<span class="unseen"> {file.name}</span>
          </button>
        </span>
      </div>
      <Refusal text={saving.refusal || loading.refusal} />
      {address !== undefined && <Preview address={address} name={file.name} />}
    </li>
  );
}

function Preview({ address, name }: { address: string; name: string }) {
  const [isBroken, fail] = useState(false);
  if (isBroken) return <p class="refused">The browser cannot show this image.</p>;
  return <Enlargeable src={address} alt={name} onBroken={() => fail(true)} />;
}
