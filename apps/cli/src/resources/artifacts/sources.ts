import type { Source } from '../../resource.ts';
import { deletedIn } from './deleted.ts';
import { summaryNamed } from './named.ts';

export const artifact: Source = async ({ space, verb }) => {
  const open = await space();
  if (verb === 'undelete') return (await deletedIn(open)).map(({ id, name }) => ({ id, name, about: 'deleted' }));
  const { artifacts } = await open.get();
  return artifacts
    .filter(({ lockedBy }) => verb !== 'unlock' || lockedBy)
    .map(({ id, name, version, lockedBy }) => ({ id, name, about: `version ${version}${lockedBy ? ', locked' : ''}` }));
};

/** The newest versions of the artifact that precedes. */
export const version: Source = async ({ space, given: [query] }) => {
  const open = await space();
  const { id: artifactId } = await summaryNamed(open, query!);
  const { versions } = await open.call('listArtifactVersions', { artifactId, limit: 20 });
  return versions
    .filter(({ kept }) => kept)
    .map(({ version, authorName, note }) => ({
      id: String(version),
      name: String(version),
      about: [authorName, note].filter(Boolean).join(': '),
    }));
};
