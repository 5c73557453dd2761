import type { Artifact, ArtifactView } from '@parley/sdk';
import { join } from 'node:path';
import type { Context } from './context.ts';
import { Failure } from './failures.ts';
import { BaseVersions } from './keys/base-versions.ts';
import { writePrivate } from './keys/private-files.ts';
import { editInEditor } from './terminal/editor.ts';

/** Writes the text from the editor, under the lock. Edited text that cannot be written is saved in a file. */
export async function editSafely(
  context: Pick<Context, 'folder' | 'signal'>,
  artifact: Artifact,
  waitSeconds = 0,
  inEditor = editInEditor,
): Promise<void> {
  const { id, space } = artifact;
  let typed: string | undefined;
  let base = artifact.version;
  const change = async (content: string): Promise<undefined> => {
    base = artifact.version;
    typed = await inEditor(content);
    if (typed === undefined) return;
    // Written here, over the text that the editor got and no other: the same user can have taken the lock and written elsewhere.
    const input = { artifactId: id, content: typed, baseVersion: base };
    artifact.view = (await space.call('writeArtifact', input, { signal: context.signal })) as ArtifactView;
  };
  try {
    await artifact.edit(change, { waitMs: waitSeconds * 1000, signal: context.signal });
  } catch (error) {
    if (typed === undefined) throw error;
    const file = join(context.folder, 'unsaved', `${id}-${Date.now()}.md`);
    await writePrivate(file, typed);
    await new BaseVersions(context.folder).remember({ file, spaceId: space.spaceId, artifactId: id }, base);
    const status = (error as { status?: number }).status;
    const isLost = status === 423;
    const why = isLost
      ? 'The edit lock was lost before the text was written'
      : error instanceof Error
        ? error.message
        : String(error);
    throw new Failure(
      isLost || status === 409 ? 'conflict' : 'error',
      `${why}; your text is saved in ${file}`,
      `when the lock is free, write it with \`parley artifact write ${id.slice(0, 8)} FILE\``,
    );
  }
}
