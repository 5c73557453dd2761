import { LockedError } from '@parley/sdk';
import { harmless } from '../../watch/harmless.ts';
import { isOwner, named, type Model } from '../model.ts';
import type { NamedChoice } from '../named.ts';
import { shownWhole } from '../numbered.ts';
import type { Command } from '../resource.ts';

/** Names the holder when the lock is taken. */
async function underLock<T>(model: Model, { name }: NamedChoice, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (!(error instanceof LockedError) || error.lockedBy === undefined) throw error;
    throw new Error(`${named(model, error.lockedBy)} holds the lock on “${name}”.`);
  });
}

/** Only the owner can break a lock; the service refuses anyone else. */
function breakQuestion(model: Model, { id, name }: NamedChoice): string | undefined {
  const holder = model.artifacts.find((artifact) => artifact.id === id)?.lockedBy;
  if (!isOwner(model) || holder === undefined || holder === model.me) return undefined;
  return `${named(model, holder)} holds the lock on “${name}”. Break it?`;
}

const editing = {
  takes: 'artifact',
  choices: ({ artifacts }) => artifacts.map(({ id, name }, i) => ({ id, number: i + 1, name: harmless(name).trim() })),
} satisfies Partial<Command>;

export const commands: Readonly<Record<string, Command>> = {
  show: {
    ...editing,
    takesMessage: true,
    help: 'Print an artifact, or the whole message #n.',
    run: async ({ space }, model, { id, number }) => {
      if (!id) return shownWhole(space, model, number);
      const { name, version, content } = await space.call('getArtifact', { artifactId: id });
      return `“${harmless(name)}”, version ${version}\n${content.trimEnd()}`;
    },
  },
  edit: {
    ...editing,
    help: 'Edit an artifact in $EDITOR, under its lock.',
    run: ({ edit }, model, artifact) => underLock(model, artifact, edit(artifact.id)),
  },
  lock: {
    ...editing,
    help: 'Lock an artifact until /unlock or the end of the chat.',
    run: ({ locks }, model, artifact) => underLock(model, artifact, locks.take(artifact.id)),
  },
  unlock: {
    ...editing,
    help: 'Release the lock; the owner can break any lock.',
    question: breakQuestion,
    run: ({ locks }, _, { id }) => locks.release(id),
  },
};
