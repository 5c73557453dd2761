import type { Artifact } from '@parley/sdk';
import { join } from 'node:path';
import type { Context } from './context.ts';
import { Failure } from './failures.ts';
import { writePrivate } from './keys/private-files.ts';
import { editInEditor } from './terminal/editor.ts';

/** Writes `text`, or the text from the editor, under the lock. Edited text that cannot be written is saved in a file. */
export async function editSafely(
  context: Pick<Context, 'folder' | 'signal'>,
  artifact: Artifact,
  text: string | undefined,
  waitSeconds = 0,
  inEditor = editInEditor,
): Promise<void> {
  let typed: string | undefined;
  try {
    await artifact.edit(async (content) => (text === undefined ? (typed = await inEditor(content)) : text), {
      waitMs: waitSeconds * 1000,
      signal: context.signal,
    });
  } catch (error) {
    if (typed === undefined) throw error;
    const file = join(context.folder, 'unsaved', `${artifact.id}-${Date.now()}.md`);
    await writePrivate(file, typed);
    const why = error instanceof Error ? error.message : String(error);
    const reason = (error as { status?: number }).status === 423 ? 'conflict' : 'error';
    throw new Failure(
      reason,
      `${why}; your text is saved in ${file}`,
      `when the lock is free, write it with \`parley artifact write ${artifact.id.slice(0, 8)} --from FILE\``,
    );
  }
}
