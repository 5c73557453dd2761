import { assertOptions } from '../../arguments.ts';
import { LockLostError, VersionConflictError } from './errors.ts';
import { ParleyError, PausedError } from '../../errors.ts';
import { retriable } from '../../http.ts';
import type { CallOptions, DirectOptions } from '../../options.ts';
import type { WriteOptions } from './options.ts';
import { patience, patiently, usualWaitMs, type Patience } from './patience.ts';
import { pause } from '../../time.ts';
import { inTurn } from './turns.ts';
import type { ArtifactView } from '../../types.ts';

/**
 * How long an edit waits for the lock, and what it says in the history. The lock is released even if `signal` ends the edit.
 * @see docs/sdk.md#artifacts
 */
export interface EditOptions extends Patience {
  /** Why, for the history; at most 200 characters. */
  note?: string | undefined;
}

/**
 * Returns the new content, or undefined to leave the content unchanged. `lost` is aborted as soon as the client knows that the lock
 * was lost; a result returned after that is not written, but kept as a proposal.
 */
export type Edit = (content: string, lost: AbortSignal) => string | undefined | Promise<string | undefined>;

/** What an edit needs of an artifact. */
interface Editable {
  readonly space: object;
  readonly id: string;
  readonly view: ArtifactView;
  refresh(options?: DirectOptions): Promise<ArtifactView>;
  lock(options?: DirectOptions): Promise<unknown>;
  heartbeat(options?: CallOptions): Promise<unknown>;
  write(content: string, options?: WriteOptions): Promise<unknown>;
  unlock(options?: CallOptions): Promise<unknown>;
}

/** Refuses wrong options before anything is sent. */
export const assertEditOptions = (options: EditOptions): void => assertOptions({ ...patience, note: 'string?' }, options);

/** Edits with one key take turns, because each of them could take the lock of the other. */
export function edit(artifact: Editable, change: Edit, options: EditOptions): Promise<ArtifactView> {
  const { waitMs = usualWaitMs } = options;
  return inTurn(artifact.space, artifact.id, 'alone', waitMs, () => editAlone(artifact, change, options));
}

/** Locks, renews the lock while `change` runs, writes over the text that it got, and always unlocks. */
async function editAlone(artifact: Editable, change: Edit, options: EditOptions): Promise<ArtifactView> {
  const { signal, note } = options;
  const patient = { signal, untilTimeout: true };
  const stop = new AbortController();
  let written = false;
  await patiently(() => artifact.lock(patient), options);
  try {
    const { content, version, lockedAt = '', lockExpiresAt = '' } = await artifact.refresh(patient);
    // Both times come from the service, whose clock can differ from ours.
    const lost = keepAlive(artifact, Date.parse(lockExpiresAt) - Date.parse(lockedAt), stop.signal);
    const text = await change(content, lost);
    if (text !== undefined) {
      // Without the lock too: the service keeps the text as a proposal.
      await artifact.write(text, { baseVersion: version, note, signal, orPropose: true }).catch((error) => {
        throw unwritten(text, error, lost);
      });
      written = true;
    }
  } finally {
    stop.abort();
    // The owner can unlock any lock, so first make sure that this one is still ours.
    const ours = written ? Promise.resolve() : artifact.heartbeat();
    await ours.then(() => artifact.unlock()).catch(() => {});
  }
  return artifact.view;
}

/** The error of a write that failed, with the text. */
function unwritten(text: string, error: unknown, lost: AbortSignal): unknown {
  if (error instanceof VersionConflictError) return new VersionConflictError(error.message, { ...error, text, cause: error });
  if (isLoss(error)) return new LockLostError(text, error);
  return lost.aborted ? new LockLostError(text, lost.reason) : error;
}

/** A refused heartbeat or write means that the lock is gone; a call that did not get through does not. */
const isLoss = (error: unknown): boolean =>
  error instanceof ParleyError && error.status !== 400 && !(error instanceof PausedError) && !retriable(error);

/** Sends three heartbeats in the lifetime of a lock, at least one a minute, until it is stopped or the lock is lost. */
function keepAlive(artifact: Editable, ttlMs: number, stop: AbortSignal): AbortSignal {
  const lost = new AbortController();
  const everyMs = Math.min(60_000, ttlMs / 3) || 1_000;
  const beat = async () => {
    for (;;) {
      await pause(everyMs, stop);
      await artifact.heartbeat({ timeoutMs: everyMs, maxRetries: 0, signal: stop }).catch((error) => {
        if (isLoss(error)) {
          lost.abort(error);
          throw error;
        }
      });
    }
  };
  beat().catch(() => {});
  return lost.signal;
}
