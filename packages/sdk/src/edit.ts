import { assertArguments, assertOptions } from './arguments.ts';
import { LockedError, LockLostError, ParleyError } from './errors.ts';
import { retriable } from './http.ts';
import type { CallOptions } from './options.ts';
import { pause, within } from './time.ts';
import type { ArtifactView } from './types.ts';

/**
 * How long an edit waits for the lock.
 * @see docs/sdk.md#artifacts
 */
export interface EditOptions {
  /** Milliseconds to wait while another participant holds the lock; default 60,000. */
  waitMs?: number | undefined;
  /** Milliseconds between attempts to lock, shortened at random by up to half; default 1,000. */
  pollMs?: number | undefined;
  /** Ends the wait and the calls. The lock is still released. */
  signal?: AbortSignal | undefined;
}

/**
 * Returns the new content, or undefined to leave the content unchanged. `lost` is aborted as soon as the client knows that the lock
 * was lost; a result returned after that cannot be written.
 */
export type Edit = (content: string, lost: AbortSignal) => string | undefined | Promise<string | undefined>;

/** What an edit needs of an artifact. */
interface Editable {
  readonly space: object;
  readonly id: string;
  readonly view: ArtifactView;
  refresh(options?: CallOptions): Promise<ArtifactView>;
  lock(options?: CallOptions): Promise<unknown>;
  heartbeat(options?: CallOptions): Promise<unknown>;
  write(content: string, options?: CallOptions): Promise<unknown>;
  unlock(options?: CallOptions): Promise<unknown>;
}

/** A holder can take its lock again, so edits with one key must run one after the other. */
const turns = new WeakMap<object, Map<string, Promise<unknown>>>();

/** Refuses wrong arguments before anything is sent. */
export function assertEditOptions(change: Edit, options: EditOptions): void {
  assertArguments({ change: 'function' }, { change });
  assertOptions({ waitMs: 'ms?', pollMs: 'ms?', signal: 'signal?' }, options);
}

export function edit(artifact: Editable, change: Edit, options: EditOptions): Promise<ArtifactView> {
  const { space, id } = artifact;
  const queue = turns.get(space) ?? new Map<string, Promise<unknown>>();
  turns.set(space, queue);
  const earlier = queue.get(id) ?? Promise.resolve();
  const turn = within(options.waitMs ?? 60_000, () => earlier).then(() => editAlone(artifact, change, options));
  // Keeps no content in memory, only the end of the turn.
  queue.set(
    id,
    Promise.allSettled([earlier, turn]).then(() => {}),
  );
  return turn;
}

/** Locks, renews the lock while `change` runs, writes, and always unlocks. */
async function editAlone(artifact: Editable, change: Edit, options: EditOptions): Promise<ArtifactView> {
  const { signal } = options;
  const stop = new AbortController();
  let written = false;
  await lockPatiently(artifact, options);
  try {
    const { content, lockedAt = '', lockExpiresAt = '' } = await artifact.refresh({ signal });
    // Both times come from the service, whose clock can differ from ours.
    const lost = keepAlive(artifact, Date.parse(lockExpiresAt) - Date.parse(lockedAt), stop.signal);
    const text = await change(content, lost);
    if (text !== undefined) {
      if (lost.aborted) throw new LockLostError(text, lost.reason);
      await artifact.write(text, { signal }).catch((error) => {
        throw isLoss(error) ? new LockLostError(text, error) : error;
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

async function lockPatiently(artifact: Editable, { waitMs = 60_000, pollMs = 1_000, signal }: EditOptions): Promise<void> {
  const until = Date.now() + waitMs;
  for (;;) {
    try {
      await artifact.lock({ signal });
      return;
    } catch (error) {
      if (!(error instanceof LockedError) || Date.now() + pollMs > until) throw error;
      await pause(pollMs * (0.5 + Math.random() / 2), signal);
    }
  }
}

/** A refused heartbeat or write means that the lock is gone; a call that did not get through does not. */
const isLoss = (error: unknown): boolean => error instanceof ParleyError && error.status !== 400 && !retriable(error);

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
