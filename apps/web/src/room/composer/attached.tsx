import { counted } from '@parley/core/words';
import './attached.css';
import { inBytes } from '@parley/core/size';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { DraftFile, Upload } from '../../space/drafts.ts';
import type { Room } from '../../space/room.ts';
import { uploadsOf } from '../../upload/uploads.ts';

/** The image and the files that are sent with the message, also those that are still uploaded. */
export function Attached({ room }: { room: Room }) {
  const { image, attachments = [] } = room.drafts.draft.value;
  const uploads = room.drafts.uploads.value;
  // Without a composer, nothing is sent any more.
  useEffect(() => () => uploadsOf(room).stop(), []);
  const remove = (file: DraftFile) => {
    const left = attachments.filter((each) => each !== file);
    room.drafts.change({ attachments: left.length > 0 ? left : undefined });
    focusText();
    // Nobody was told of it. If it cannot be deleted, it stays in the space.
    room.space.call('deleteFile', { fileId: file.fileId }).catch(() => {});
  };
  return (
    <>
      {image !== undefined && <DraftImage image={image} room={room} />}
      {(attachments.length > 0 || uploads.length > 0) && (
        <ul class="attached" role="list" aria-label="Files of this message">
          {attachments.map((file) => (
            <Row key={file.fileId} name={file.name} about={inBytes(file.bytes)}>
              <button type="button" class="quiet small" onClick={() => remove(file)}>
                Remove<span class="unseen"> {file.name}</span>
              </button>
            </Row>
          ))}
          {uploads.map((upload) => (
            <UploadRow key={upload.file} upload={upload} room={room} />
          ))}
        </ul>
      )}
      <p class="unseen" role="status">
        {statusOf(uploads, attachments.length)}
      </p>
    </>
  );
}

function UploadRow({ upload, room }: { upload: Upload; room: Room }) {
  const { file, sent, refusal } = upload;
  const uploads = uploadsOf(room);
  const remove = () => {
    uploads.remove(upload);
    focusText();
  };
  return (
    <Row name={file.name} about={refusal === undefined ? `${inBytes(Math.min(sent, file.size))} of ${inBytes(file.size)}` : ''}>
      {refusal === undefined ? (
        <progress max={Math.max(1, file.size)} value={sent} aria-label={`Upload of ${file.name}`} />
      ) : (
        <>
          <span class="said-no" role="alert">
            <span class="unseen">{file.name}: </span>Not uploaded. {refusal}
          </span>
          <button type="button" class="quiet small" onClick={() => uploads.retry(upload)}>
            Try again<span class="unseen"> to upload {file.name}</span>
          </button>
        </>
      )}
      <button type="button" class="quiet small" onClick={remove}>
        {refusal === undefined ? 'Cancel' : 'Remove'}
        <span class="unseen"> {refusal === undefined ? `the upload of ${file.name}` : file.name}</span>
      </button>
    </Row>
  );
}

function Row({ name, about, children }: { name: string; about: string; children: ComponentChildren }) {
  return (
    <li>
      <bdi title={name}>{name}</bdi>
      {about && <small>{about}</small>}
      {children}
    </li>
  );
}

function DraftImage({ image, room }: { image: string; room: Room }) {
  return (
    <figure class="draft-image">
      <img src={image} alt="The image to send" />
      <button type="button" class="quiet small" onClick={() => room.drafts.change({ image: undefined })}>
        Remove the image
      </button>
    </figure>
  );
}

/** What was pressed is gone. */
const focusText = (): void => document.getElementById('text')?.focus();

function statusOf(uploads: readonly Upload[], attached: number): string {
  const running = uploads.filter(({ refusal }) => refusal === undefined).length;
  if (running > 0) return `Uploading ${counted(running, 'file')}. You can send when that is done.`;
  return attached > 0 ? `${counted(attached, 'file')} attached.` : '';
}
