import type { Artifact, ArtifactView } from '@parley/sdk';
import { join } from 'node:path';
import { idsOf } from './proposals/proposals.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { BaseVersions } from './base-versions.ts';
import { writePrivate } from '../../keys/private-files.ts';
import { isId, short } from '../../naming.ts';
import { editInEditor } from './editor.ts';

/**
 * Writes the text from the editor, under the lock. If the lock is lost meanwhile, the text is kept as a proposal; text that the service
 * does not take is saved in a file.
 */
export async function editSafely(
  context: Pick<Context, 'folder' | 'signal'>,
  artifact: Artifact,
  waitSeconds = 0,
  inEditor = editInEditor,
): Promise<void> {
  const { id: artifactId, space } = artifact;
  let typed: string | undefined;
  let base = artifact.version;
  const change = async (content: string): Promise<undefined> => {
    base = artifact.version;
    typed = await inEditor(content);
    if (typed === undefined) return;
    // Written here, over the text that the editor got and no other: the same user can have taken the lock and written elsewhere.
    const input = { artifactId, content: typed, baseVersion: base, keep: 'proposal' as const };
    artifact.view = (await space.call('writeArtifact', input, { signal: context.signal })) as ArtifactView;
  };
  try {
    await artifact.edit(change, { waitMs: waitSeconds * 1000, signal: context.signal });
  } catch (error) {
    if (typed === undefined) throw error;
    const { status, code, body } = error as { status?: number; code?: string; body?: { proposalId?: unknown } };
    const why = status === 423 ? 'The edit lock was lost before the text was written' : error;
    const proposalId = body?.proposalId;
    if (!isId(proposalId)) throw await savedInFile(context, artifact, typed, base, why);
    const look = `look at it with \`parley artifact proposal ${idsOf({ artifactId, proposalId })}\``;
    throw new Failure('conflict', `${String(why)}; your text is kept as proposal ${short(proposalId)}`, look, code, {
      proposalId,
    });
  }
}

/** Saves a text that the service did not take. Returns the error that says so. */
export async function savedInFile(
  { folder }: Pick<Context, 'folder'>,
  { id, space }: Pick<Artifact, 'id' | 'space'>,
  text: string,
  base: number,
  why: unknown,
): Promise<Failure> {
  const file = join(folder, 'unsaved', `${id}-${Date.now()}.md`);
  await writePrivate(file, text);
  await new BaseVersions(folder).remember({ file, spaceId: space.spaceId, artifactId: id }, base);
  const { status } = why as { status?: number };
  return new Failure(
    typeof why === 'string' || status === 409 ? 'conflict' : 'error',
    `${why instanceof Error ? why.message : String(why)}; your text is saved in ${file}`,
    `when the lock is free, write it with \`parley artifact write ${short(id)} FILE\`, or propose it with \`parley artifact propose ${short(id)} FILE\``,
  );
}
