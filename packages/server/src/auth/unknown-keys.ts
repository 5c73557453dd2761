import type { Instant, ServiceError } from '@parley/core';
import type { Credential } from './keys.ts';
import { Misses } from './misses.ts';

/** Keys that opened nothing a moment ago: whoever repeats one is refused without a look into the database. */
export class UnknownKeys {
  readonly #refusals: Misses<ServiceError>;

  constructor(now: () => Instant) {
    this.#refusals = new Misses({ now, forMs: 10_000 });
  }

  /** What the key was refused with. A key is told only once it opens its space, so nobody shows one too early. */
  refusalOf(spaceId: string, { hash }: Credential): ServiceError | undefined {
    return this.#refusals.of(`${spaceId} ${hash}`);
  }

  add(spaceId: string, { hash }: Credential, refusal: ServiceError): void {
    this.#refusals.add(`${spaceId} ${hash}`, refusal);
  }
}
