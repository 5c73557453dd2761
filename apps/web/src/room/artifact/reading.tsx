import { useState } from 'preact/hooks';
import { Markdown } from '../../text/markdown.tsx';
import { Commented } from './comments/commented.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { downloadText } from './download-text.ts';
import { keptTexts } from './kept-text.ts';
import type { Opened } from './opened.ts';
import { Offers } from './offers.tsx';
import type { OffersFor } from '../resource.ts';
import { RenameDialog } from './rename-dialog.tsx';
import { ShownLink } from '../shown-link.tsx';
import { When } from '../when.tsx';
import { hashOf } from './address.ts';

/** The present text, and what can be done with it. */
export function Reading({ opened, offersFor, about }: { opened: Opened; offersFor: OffersFor; about?: string | undefined }) {
  const { content, version, updatedAt, updatedBy, createdBy } = opened.view.value!;
  const { room, artifactId } = opened;
  const [dialog, ask] = useState<'rename' | 'delete'>();
  const holder = opened.holder.value;
  const isHeld = holder !== undefined && holder !== room.me;
  const canWrite = !room.isMuted.value && room.ended.value === undefined;
  const canDelete = room.isOwner.value || createdBy === room.me;
  const [kept] = keptTexts(room.spaceId, artifactId);
  return (
    <>
      {kept && canWrite && (
        <p class="notice">
          You have text that is not saved, from <When at={kept.at} />.{' '}
          <ShownLink to={hashOf({ view: 'edit', artifactId })}>Go on editing</ShownLink>
        </p>
      )}
      {isHeld && (
        <p class="notice" role="status">
          <bdi>{room.nameOf(holder)}</bdi> is editing this artifact. You can propose a change meanwhile.
        </p>
      )}
      {canWrite && (
        <div class="actions">
          {!isHeld && (
            <ShownLink to={hashOf({ view: 'edit', artifactId })} class="button">
              Edit
            </ShownLink>
          )}
          <ShownLink to={hashOf({ view: 'append', artifactId })} class="button quiet">
            Append
          </ShownLink>
          <ShownLink to={hashOf({ view: 'propose', artifactId })} class={isHeld ? 'button' : 'button quiet'}>
            Propose a change
          </ShownLink>
          <Offers offers={offersFor(artifactId, version)} />
        </div>
      )}
      <Commented opened={opened} canWrite={canWrite} about={about || undefined}>
        <article class="artifact-text" dir="auto">
          {content.trim() ? <Markdown text={content} isDocument /> : <p class="empty">This artifact is empty.</p>}
        </article>
      </Commented>
      <footer class="artifact-footer">
        <small>
          Last changed by <bdi>{updatedBy === room.me ? 'you' : room.nameOf(updatedBy)}</bdi>, <When at={updatedAt} />
        </small>
        <div class="actions">
          <button type="button" class="quiet" onClick={() => downloadText(opened)}>
            Download
          </button>
          {canWrite && (
            <button type="button" class="quiet" disabled={isHeld} onClick={() => ask('rename')}>
              Rename
            </button>
          )}
          {canWrite && canDelete && (
            <button type="button" class="bad" disabled={isHeld} onClick={() => ask('delete')}>
              Delete
            </button>
          )}
        </div>
      </footer>
      {dialog === 'rename' && <RenameDialog opened={opened} onClose={() => ask(undefined)} />}
      {dialog === 'delete' && <DeleteDialog opened={opened} onClose={() => ask(undefined)} />}
    </>
  );
}
