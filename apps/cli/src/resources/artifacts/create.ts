import type { Operations } from '@parley/sdk';
import type { Verb } from '../../command.ts';
import { Failure } from '../../failure.ts';
import { isId, short } from '../../naming.ts';
import { content } from '../../input/content.ts';
import { artifactText } from './kind.ts';
import { remember } from './change.ts';

interface CreateArtifactOptions {
  from?: string;
  ifExists: NonNullable<Operations['createArtifact']['input']['ifExists']>;
}

export const create: Verb<CreateArtifactOptions, [name: string]> = async (context, { from: file, ifExists }, name) => {
  const text = await content(context, artifactText, { from: file });
  const space = await context.space();
  const view = await space
    .call('createArtifact', { name, type: 'markdown', ...(text !== undefined && { content: text }), ifExists })
    .catch(taken);
  // One that was returned can have any text. A file with another one is not based on it.
  const isWritten = ifExists !== 'return' || text === undefined || view.content === text;
  if (isWritten && file !== undefined && file !== '-')
    await remember(context, { file, spaceId: space.spaceId, artifactId: view.id }, view.version);
  context.out.answer(view, () => view.id);
  if (!isWritten && !context.out.json)
    context.out.note(`“${name}” was there already, with another text; ${writing(view.id)} replaces it`);
};

const writing = (artifactId: string): string => `\`parley artifact write ${short(artifactId)} FILE\``;

/** Says how to write the artifact that has the name. Rethrows every other error. */
function taken(error: unknown): never {
  const { code, message, body } = error as { code?: string; message?: string; body?: { artifactId?: unknown } };
  if (code !== 'name_taken') throw error;
  const { artifactId } = { ...body };
  // What a user could copy from the hint is an id, whatever the server says.
  const known = isId(artifactId) ? artifactId : undefined;
  const ways = [known && `${writing(known)} writes it`, 'with --if-exists create, another one gets the same name'];
  throw new Failure('conflict', message ?? '', ways.filter(Boolean).join('; '), code, known ? { artifactId } : {});
}
