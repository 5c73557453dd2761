import type { Artifact } from './artifact.ts';
import { LockedError, LockLostError, ParleyError } from './errors.ts';
import { retriable } from './http.ts';
import type { Space } from './space.ts';
import { pause, within } from './time.ts';
import type { ArtifactView } from './types.ts';

/** How patient an edit is. */
export interface EditOptions {
  /** Milliseconds to wait for a lock that another holds; default 60,000. */
  waitMs?: number | undefined;
  /** Milliseconds between tries, shortened at random by up to half; default 1,000. */
  pollMs?: number | undefined;
  /** Ends the wait and the calls; the lock is given back all the same. */
  signal?: AbortSignal | undefined;
}

/**
 * Makes the new content of the old. Answers undefined to leave it as it is. `lost` is aborted as soon as the lock is known to be
 * gone: what is answered after that cannot be written any more.
 */
export type Edit = (content: string, lost: AbortSignal) => string | undefined | Promise<string | undefined>;

/** Whoever holds a lock may take it again, so the edits that share a key take turns on an artifact. */
const turns = new WeakMap<Space, Map<string, Promise<unknown>>>();

export function edit(artifact: Artifact, change: Edit, options: EditOptions): Promise<ArtifactView> {
  const { space, id } = artifact;
  const queue = turns.get(space) ?? new Map<string, Promise<unknown>>();
  turns.set(space, queue);
  const earlier = queue.get(id) ?? Promise.resolve();
  const turn = within(options.waitMs ?? 60_000, () => earlier).then(() => editAlone(artifact, change, options));
  // Contents are not kept, only that their turn is over.
  queue.set(
    id,
    Promise.allSettled([earlier, turn]).then(() => {}),
  );
  return turn;
}

/** Locks, lets the edit happen while the lock is kept alive, writes, and always unlocks. */
async function editAlone(artifact: Artifact, change: Edit, options: EditOptions): Promise<ArtifactView> {
  const { signal } = options;
  const stop = new AbortController();
  let written = false;
  await lockPatiently(artifact, options);
  try {
    const { content, lockedAt = '', lockExpiresAt = '' } = await artifact.refresh({ signal });
    // Both are the service's, whose clock need not be ours.
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
    // An owner's unlock takes the lock from anybody, so it must be known to be ours still.
    const ours = written ? Promise.resolve() : artifact.heartbeat();
    await ours.then(() => artifact.unlock()).catch(() => {});
  }
  return artifact.view;
}

async function lockPatiently(artifact: Artifact, { waitMs = 60_000, pollMs = 1_000, signal }: EditOptions): Promise<void> {
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

/** The service refused: whoever may not beat or write has no lock. That a call did not get through is no loss yet. */
const isLoss = (error: unknown): boolean => error instanceof ParleyError && error.status !== 400 && !retriable(error);

/** Beats three times in the life of a lock, at least once a minute, until it is stopped or the lock is lost. */
function keepAlive(artifact: Artifact, ttlMs: number, stop: AbortSignal): AbortSignal {
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
