import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fingerprint } from './fingerprint.ts';
import { createPrivate, readPrivate } from './private-files.ts';

/** The replacement of a key that has begun. */
export interface Rotation {
  /** The server answers every try with this Idempotency-Key and the former key with the same new key. */
  idempotencyKey: string;
  /** Identifies the former key. */
  of: string;
}

/** The replacements of a profile that are not finished, one file for each space: the server shows the new key only once. */
export class Rotations {
  readonly #folder: string;

  constructor(profileFolder: string) {
    this.#folder = join(profileFolder, 'rotating');
  }

  async of(spaceId: string): Promise<Rotation | undefined> {
    return readPrivate<Rotation>(this.#file(spaceId));
  }

  /** Processes that begin at the same time share one. */
  async begin(spaceId: string, key: string): Promise<void> {
    const rotation: Rotation = { idempotencyKey: randomUUID(), of: fingerprint(key) };
    await createPrivate(this.#file(spaceId), JSON.stringify(rotation));
  }

  /** Another process can have begun the next one meanwhile, which stays. Only for who has the space alone. */
  async end(spaceId: string, { idempotencyKey }: Rotation): Promise<void> {
    const present = await this.of(spaceId);
    if (present?.idempotencyKey === idempotencyKey) await rm(this.#file(spaceId), { force: true });
  }

  #file(spaceId: string): string {
    return join(this.#folder, `${spaceId}.json`);
  }
}
