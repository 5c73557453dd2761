import type { ArtifactView, Space } from '@parley/sdk';
import type { Verb } from '../../command.ts';
import type { Context } from '../../context.ts';
import { short, theOne } from '../../naming.ts';
import { confirm } from '../../terminal/prompt.ts';
import { artifactOf, summaryNamed } from './named.ts';

export const remove: Verb<object, [query: string]> = async (context, { yes }, query) => {
  const space = await context.space();
  const { id: artifactId, name } = await summaryNamed(space, query);
  await confirm(`Delete “${name}” for everyone? Only you and the owner can bring it back.`, yes, `This would delete “${name}”`);
  const deleted = await space.call('deleteArtifact', { artifactId });
  const way = `you and the owner can bring it back with \`parley artifact undelete ${short(artifactId)}\``;
  context.out.done({ ...deleted, artifactId }, `Deleted “${name}”; ${way}`);
};

export const undelete: Verb<object, [query: string]> = async (context, _, query) => {
  const space = await context.space();
  const { id: artifactId } = theOne('deleted artifact', await deletedIn(space), query, artifactOf);
  const view = await space.call('restoreArtifact', { artifactId });
  context.out.done(view, `“${view.name}” is back, with version ${view.version} and its history`);
};

/** Those that the caller can bring back. */
export async function deletedIn(space: Space): Promise<Omit<ArtifactView, 'content'>[]> {
  const { artifacts } = await space.call('listArtifacts', { deleted: true });
  // The list of the others has no contents either.
  return artifacts.map(({ content: _, ...summary }) => summary);
}

export async function listDeleted(context: Context): Promise<void> {
  const space = await context.space();
  const [artifacts, { participants }] = await Promise.all([deletedIn(space), space.get()]);
  const nameOf = new Map(participants.map(({ participantId, name, displayName = name }) => [participantId, displayName]));
  context.out.list(
    artifacts,
    {
      name: ({ name }) => name,
      version: ({ version }) => String(version),
      deleted: ({ deletedAt }) => (deletedAt === undefined ? '' : new Date(deletedAt).toLocaleString('sv')),
      by: ({ deletedBy }) => (deletedBy === undefined ? '' : (nameOf.get(deletedBy) ?? short(deletedBy))),
      id: ({ id }) => short(id),
    },
    'No deleted artifacts',
  );
}
