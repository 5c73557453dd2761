import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { privateFolder, readPrivate, writePrivate } from './private-files.ts';
import type { Secrets } from './secrets.ts';

/** Exactly one of the two is set. */
interface KeptToken {
  token?: string;
  /** The account of the token in the keychain. */
  keychain?: string | undefined;
}

/** The user tokens of a profile, one for each server. */
export class KeptTokens {
  readonly #folder: string;
  readonly #secrets: Secrets;

  constructor(profileFolder: string, secrets: Secrets) {
    this.#folder = join(profileFolder, 'tokens');
    this.#secrets = secrets;
  }

  async prepare(): Promise<void> {
    await privateFolder(this.#folder);
    await this.#secrets.prepare();
  }

  async of(baseUrl: string): Promise<string | undefined> {
    const { token, keychain } = (await this.#read(baseUrl)) ?? {};
    return keychain === undefined ? token : this.#secrets.get(keychain);
  }

  async keep(baseUrl: string, token: string): Promise<void> {
    const earlier = await this.#read(baseUrl);
    const keychain = await this.#secrets.put(baseUrl, token);
    await writePrivate(this.#file(baseUrl), JSON.stringify({ baseUrl, ...(keychain ? { keychain } : { token }) }));
    await this.#secrets.remove(earlier?.keychain);
  }

  /** Returns whether there was one. */
  async forget(baseUrl: string): Promise<boolean> {
    const kept = await this.#read(baseUrl);
    await rm(this.#file(baseUrl), { force: true });
    await this.#secrets.remove(kept?.keychain);
    return kept !== undefined;
  }

  #read(baseUrl: string): Promise<KeptToken | undefined> {
    return readPrivate<KeptToken>(this.#file(baseUrl));
  }

  #file(baseUrl: string): string {
    return join(this.#folder, `${encodeURIComponent(baseUrl)}.json`);
  }
}
