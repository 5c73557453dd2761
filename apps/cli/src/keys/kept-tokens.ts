import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { privateFolder, readPrivate, writePrivate } from './private-files.ts';

/** The user tokens of a profile, one for each service. */
export class KeptTokens {
  readonly #folder: string;

  constructor(profileFolder: string) {
    this.#folder = join(profileFolder, 'tokens');
  }

  async prepare(): Promise<void> {
    await privateFolder(this.#folder);
  }

  async of(baseUrl: string): Promise<string | undefined> {
    return (await readPrivate<{ token: string }>(this.#file(baseUrl)))?.token;
  }

  async keep(baseUrl: string, token: string): Promise<void> {
    await writePrivate(this.#file(baseUrl), JSON.stringify({ baseUrl, token }));
  }

  async forget(baseUrl: string): Promise<void> {
    await rm(this.#file(baseUrl), { force: true });
  }

  #file(baseUrl: string): string {
    return join(this.#folder, `${encodeURIComponent(baseUrl)}.json`);
  }
}
