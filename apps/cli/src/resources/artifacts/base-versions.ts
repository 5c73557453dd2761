import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readPrivate, writePrivate } from '../../keys/private-files.ts';

/** A local file with the text of an artifact. */
export interface LocalCopy {
  file: string;
  spaceId: string;
  artifactId: string;
}

const most = 500;

/**
 * Which version of an artifact each local file was taken from, or last written as. The names of the files are hashes, so that nothing
 * else of a copy is stored. A damaged record is none.
 */
export class BaseVersions {
  readonly #folder: string;

  constructor(profileFolder: string) {
    this.#folder = join(profileFolder, 'bases');
  }

  async of(copy: LocalCopy): Promise<number | undefined> {
    const base = await readPrivate<{ version?: unknown } | null>(this.#file(copy)).catch(() => undefined);
    return Number.isSafeInteger(base?.version) ? (base!.version as number) : undefined;
  }

  async remember(copy: LocalCopy, version: number): Promise<void> {
    await writePrivate(this.#file(copy), JSON.stringify({ version }));
    await this.#forgetOldest();
  }

  #file({ file, spaceId, artifactId }: LocalCopy): string {
    const key = JSON.stringify([resolve(file), spaceId, artifactId]);
    return join(this.#folder, `${createHash('sha256').update(key).digest('hex')}.json`);
  }

  async #forgetOldest(): Promise<void> {
    const names = await readdir(this.#folder);
    if (names.length <= most) return;
    const files = names.map((name) => join(this.#folder, name));
    // Another process can delete some at the same time.
    const times = new Map(await Promise.all(files.map(async (file) => [file, await timeOf(file)] as const)));
    const oldestFirst = files.toSorted((a, b) => times.get(a)! - times.get(b)!);
    await Promise.all(oldestFirst.slice(0, files.length - most).map((file) => rm(file, { force: true })));
  }
}

const timeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
