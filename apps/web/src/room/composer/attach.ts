import type { Room } from '../../space/room.ts';
import { uploadsOf } from '../../upload/uploads.ts';
import { shrink } from './shrink.ts';

/** Adds files to the draft. Unless it is meant as a file, a single image becomes one that the conversation shows. Says what was not added. */
export async function attach(room: Room, files: readonly File[], isAsFile: boolean): Promise<string> {
  const [file] = files;
  const { image } = room.drafts.draft.peek();
  if (!isAsFile && files.length === 1 && image === undefined && file!.type.startsWith('image/')) {
    const shown = await shrink(file!).catch(() => undefined);
    if (shown !== undefined) {
      room.drafts.change({ image: shown });
      return '';
    }
  }
  return uploadsOf(room).add(files);
}
