import { LockedError, ParleyError, type Artifact } from '@parley/sdk';
import { signal } from '@preact/signals';

const mostBetweenMs = 60_000;
const leastBetweenMs = 5_000;

/** The edit lock while an editor is open: taken, renewed until it is released, or lost. */
export class EditLock {
  /** `busy`: another participant holds it. `failed`: it could not be taken for another reason. */
  readonly state = signal<'taking' | 'held' | 'busy' | 'failed' | 'lost' | 'released'>('taking');
  readonly expiresAt = signal(0);
  readonly refusal = signal('');
  readonly #artifact: Pick<Artifact, 'lock' | 'heartbeat' | 'unlock'>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isReleased = false;

  constructor(artifact: Pick<Artifact, 'lock' | 'heartbeat' | 'unlock'>) {
    this.#artifact = artifact;
  }

  async take(): Promise<void> {
    this.state.value = 'taking';
    this.#isReleased = false;
    try {
      this.#renewed(await this.#artifact.lock());
      this.state.value = 'held';
      // The editor was closed meanwhile.
      if (this.#isReleased) await this.release();
    } catch (error) {
      this.refusal.value = (error as Error).message;
      this.state.value = error instanceof LockedError ? 'busy' : 'failed';
    }
  }

  /** Renews the lock, or finds that it is lost. A call that does not get through changes nothing. */
  async renew(): Promise<void> {
    if (this.state.value !== 'held') return;
    clearTimeout(this.#timer);
    try {
      const result = await this.#artifact.heartbeat();
      if (this.state.value === 'held') this.#renewed(result);
    } catch (error) {
      if (isLoss(error)) this.lose((error as Error).message);
      else this.#beatIn(leastBetweenMs);
    }
  }

  lose(reason: string): void {
    clearTimeout(this.#timer);
    this.refusal.value = reason;
    this.state.value = 'lost';
  }

  /** Ends it. `isLeaving`: the page goes away, so there is time for one call only. */
  async release({ isLeaving = false } = {}): Promise<void> {
    this.#isReleased = true;
    clearTimeout(this.#timer);
    if (this.state.value !== 'held') return;
    this.state.value = 'released';
    try {
      // The owner can unlock any lock, so first make sure that this one is still ours.
      if (!isLeaving) await this.#artifact.heartbeat();
      await this.#artifact.unlock();
    } catch {
      // It is somebody else's, or it expires.
    }
  }

  #renewed({ lockExpiresAt }: { lockExpiresAt: string }): void {
    this.expiresAt.value = Date.parse(lockExpiresAt);
    this.#beatIn(Math.max(leastBetweenMs, Math.min(mostBetweenMs, (this.expiresAt.value - Date.now()) / 3)));
  }

  #beatIn(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isReleased) this.#timer = setTimeout(() => void this.renew(), ms);
  }
}

const isLoss = (error: unknown): boolean =>
  error instanceof ParleyError && error.status >= 400 && error.status < 500 && error.status !== 429;
