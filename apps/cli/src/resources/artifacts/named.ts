import type { Artifact, ArtifactSummary, Space } from '@parley/sdk';
import { theOne } from '../../naming.ts';

export const artifactOf = ({ id, name }: Pick<ArtifactSummary, 'id' | 'name'>) => ({ id, names: [name] });

/** An artifact by its name, its id or the start of its id, without its content. */
export async function summaryNamed(space: Space, query: string): Promise<ArtifactSummary> {
  const { artifacts } = await space.get();
  return theOne<ArtifactSummary>('artifact', artifacts, query, artifactOf);
}

/** The same with its content. */
export async function artifactNamed(space: Space, query: string): Promise<Artifact> {
  const { id } = await summaryNamed(space, query);
  return space.artifacts.get(id);
}
