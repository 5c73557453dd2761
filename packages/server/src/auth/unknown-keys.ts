import type { Instant, ServiceError } from '@parley/core';
import type { Credential } from './keys.ts';

const rememberedMs = 10_000;
const rememberedAtMost = 10_000;

/** Keys that opened nothing a moment ago: whoever repeats one is refused without a look into the database. */
export class UnknownKeys {
  readonly #now: () => Instant;
  readonly #refusals = new Map<string, { refusal: ServiceError; until: Instant }>();

  constructor(now: () => Instant) {
    this.#now = now;
  }

  /** What the key was refused with. A key is told only once it opens its space, so nobody shows one too early. */
  refusalOf(spaceId: string, { hash }: Credential): ServiceError | undefined {
    if (this.#refusals.size === 0) return undefined;
    const place = `${spaceId} ${hash}`;
    const known = this.#refusals.get(place);
    if (!known || this.#now() < known.until) return known?.refusal;
    this.#refusals.delete(place);
    return undefined;
  }

  add(spaceId: string, { hash }: Credential, refusal: ServiceError): void {
    const [oldest] = this.#refusals.keys();
    if (oldest !== undefined && this.#refusals.size >= rememberedAtMost) this.#refusals.delete(oldest);
    this.#refusals.set(`${spaceId} ${hash}`, { refusal, until: this.#now() + rememberedMs });
  }
}
