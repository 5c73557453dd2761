import type { Artifact } from '@parley/sdk';
import type { Verb } from '../../command.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { fetch } from '../../fetch.ts';
import { uninterrupted } from '../../interruption.ts';
import { short } from '../../naming.ts';
import { editSafely, savedInFile } from './safe-edit.ts';
import { editInEditor } from './editor.ts';
import { agrees, isAnybodyThere } from '../../terminal/prompt.ts';
import { textToWrite } from './change.ts';
import { artifactNamed } from './named.ts';
import { proposeText } from './proposals/propose.ts';
import { writeText } from './write.ts';

export const edit: Verb<{ from?: string; wait?: number }, [query: string]> = async (context, options, query) => {
  const { from: source, wait, yes } = options;
  const hasEditor = process.stdin.isTTY || process.env['VISUAL'] || process.env['EDITOR'];
  const text = source === undefined && hasEditor ? undefined : await textToWrite(context, source);
  if (text !== undefined) return writeText(context, query, { source, text, wait });
  // The editor uses the terminal: no spinner may draw on it.
  const artifact = await artifactNamed(await context.space({ ...uninterrupted, fetch }), query);
  const { version } = artifact;
  const { LockedError } = await import('@parley/sdk');
  try {
    await editSafely(context, artifact, wait, (content) => editInEditor(content, yes));
  } catch (error) {
    // A text that was edited under the lock is safe already.
    if (!(error instanceof LockedError)) throw error;
    await assertWanted(error, artifact, yes);
    return editAndPropose(context, artifact, yes);
  }
  context.out.done(artifact.view, artifact.version > version ? `Wrote version ${artifact.version}` : 'Nothing was changed');
};

/** Asks whether to edit without the lock; without a terminal, says how to propose a change. */
async function assertWanted({ message, code }: Error & { code: string }, { id }: Artifact, yes: boolean | undefined) {
  if (yes) return;
  const way = `\`parley artifact propose ${short(id)} FILE\` proposes a change without the lock`;
  if (!isAnybodyThere()) throw new Failure('conflict', message, way, code);
  if (!(await agrees(`${message}. Edit it all the same, and propose the change?`)))
    throw new Failure('conflict', message, way, code);
}

async function editAndPropose(context: Context, artifact: Artifact, yes: boolean | undefined): Promise<void> {
  const { space, id, name } = artifact;
  const { content, version } = await artifact.refresh();
  const text = await editInEditor(content, yes);
  if (text === undefined) return context.out.done(artifact.view, 'Nothing was changed');
  try {
    await proposeText(context, space, { id, name, version }, { text, source: undefined, base: version });
  } catch (error) {
    throw await savedInFile(context, artifact, text, version, error);
  }
}
