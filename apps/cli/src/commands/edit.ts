import type { Artifact } from '@parley/sdk';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import { Failure } from '../failures.ts';
import { writePrivate } from '../keys/private-files.ts';
import { editInEditor } from '../terminal/editor.ts';

/** Changes an artifact under its lock, to `text` or to what a person makes of it; what cannot be written is kept in a file. */
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
      `${why}; your text is in ${file}`,
      '`parley artifact write --from` that file when the lock is free',
    );
  }
}
