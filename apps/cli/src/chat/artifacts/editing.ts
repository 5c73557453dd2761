import type { Space } from '@parley/sdk';
import { editSafely } from '../../resources/artifacts/safe-edit.ts';
import { editInEditor } from '../../resources/artifacts/editor.ts';
import type { HeldLocks } from './held-locks.ts';

interface Desk {
  space: Space;
  locks: HeldLocks;
  /** The terminal, which the chat lends to the editor. */
  lending: { during<T>(work: () => Promise<T>): Promise<T> };
  /** Where edited text is saved if it could not be written. */
  folder: string;
  signal: AbortSignal;
}

/** Opens the user's editor on an artifact, under its lock. A lock that was held before is taken again afterwards. */
export async function editArtifact(artifactId: string, { space, locks, lending, folder, signal }: Desk): Promise<void> {
  const wasHeld = locks.isHeld(artifactId);
  if (wasHeld) await locks.release(artifactId);
  const artifact = await space.artifacts.get(artifactId);
  const inEditor = (content: string) => lending.during(() => editInEditor(content));
  await editSafely({ folder, signal }, artifact, 0, inEditor);
  if (wasHeld) await locks.take(artifactId);
}
