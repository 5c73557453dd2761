import type { Instant } from '@parley/core';

const forgetAfterMs = 60_000;
const most = 10_000;

/**
 * Remembers for a minute to whom many deliveries of one sender were open. What is sent to them is counted before it is decided, so that
 * a sender at the limit does not make the fence refuse the batches of its space again and again. Forgetting costs such a batch, nothing else.
 */
export class FullInboxes {
  readonly #until = new Map<string, Instant>();

  note(spaceId: string, participantId: string, now: Instant): void {
    const key = keyOf(spaceId, participantId);
    // Moves it to the end, because the oldest is forgotten first.
    this.#until.delete(key);
    this.#until.set(key, now + forgetAfterMs);
    if (this.#until.size <= most) return;
    for (const oldest of this.#until.keys()) {
      this.#until.delete(oldest);
      return;
    }
  }

  has(spaceId: string, participantId: string, now: Instant): boolean {
    const until = this.#until.get(keyOf(spaceId, participantId));
    return until !== undefined && now < until;
  }
}

const keyOf = (spaceId: string, participantId: string): string => `${spaceId} ${participantId}`;
