import type { Instant, ServiceError } from '@parley/core';
import type { Credential } from './keys.ts';
import { Misses } from './misses.ts';

/** Recently refused keys: repeating one is refused without a database lookup. */
export class UnknownKeys {
  readonly #refusals: Misses<ServiceError>;
  readonly remembered: ReadonlyMap<string, unknown>;

  constructor(now: () => Instant) {
    this.#refusals = new Misses({ now, forMs: 10_000 });
    this.remembered = this.#refusals.remembered;
  }

  /** The refusal of a key. A key is handed out only once it works, so nobody can use one too early. */
  refusalOf(spaceId: string, key: Credential): ServiceError | undefined {
    return this.#refusals.of(placeOf(spaceId, key));
  }

  add(spaceId: string, key: Credential, refusal: ServiceError): void {
    this.#refusals.add(placeOf(spaceId, key), refusal);
  }
}

/** The refusal says where the key was. */
const placeOf = (spaceId: string, { hash, from = '' }: Credential): string => `${spaceId} ${hash} ${from}`;
