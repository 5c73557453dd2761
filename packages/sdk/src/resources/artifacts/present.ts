import type { SpaceCalls } from '../../calls.ts';
import { VersionConflictError } from './errors.ts';

interface Locked {
  readonly space: SpaceCalls;
  readonly id: string;
}

/**
 * Checks that a locked artifact still has the version that a change is based on: otherwise it need not wait for the lock.
 * @throws {VersionConflictError} as the service does once the lock is free.
 */
export async function assertPresent({ space, id: artifactId }: Locked, base: number, signal?: AbortSignal): Promise<void> {
  const { version, updatedBy, updatedAt } = await space.call('getArtifact', { artifactId }, { signal });
  if (version === base) return;
  const diff = await space.call('diffArtifact', { artifactId, from: base, to: version }, { signal }).catch(() => undefined);
  const body = { currentVersion: version, updatedBy, updatedAt, ...(diff && { diff }) };
  const message = `The artifact has version ${version}, and the change is based on version ${base}`;
  throw new VersionConflictError(message, { status: 409, code: 'version_conflict', requestId: undefined, body });
}
