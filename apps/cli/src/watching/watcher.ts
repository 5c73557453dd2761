import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivate } from '../keys/private-files.ts';
import { beatMs, taken, watchFolder, type Watch } from './folder.ts';
import { isDead } from './known.ts';

/** Tells the hooks of the profile what this process knows, for as long as it runs. It never fails: hooks then ask the server. */
export class Watcher {
  readonly #folder: string;
  readonly #queued = new Map<string, number>();
  #writing: Promise<void> | undefined;
  #isStale = false;
  #timer: NodeJS.Timeout | undefined;
  #hasEnded = false;

  constructor(profileFolder: string) {
    this.#folder = watchFolder(profileFolder);
  }

  /** So many deliveries wait in a space. */
  knows(spaceId: string, queued: number): void {
    if (this.#timer && this.#queued.get(spaceId) === queued) return;
    this.#queued.set(spaceId, queued);
    this.#timer ??= setInterval(() => this.#write(), beatMs).unref();
    this.#write();
  }

  /** This process claims what waits in the space. */
  takes(spaceId: string): void {
    this.knows(spaceId, taken);
  }

  /** It no longer knows, for example because the connection is lost. */
  forgets(spaceId: string): void {
    if (this.#queued.delete(spaceId)) this.#write();
  }

  async end(): Promise<void> {
    this.#hasEnded = true;
    clearInterval(this.#timer);
    await this.#writing;
    await rm(this.#file, { force: true }).catch(() => {});
  }

  get #file(): string {
    return join(this.#folder, `${process.pid}.json`);
  }

  /** One after the other; what changes meanwhile is written next. */
  #write(): void {
    this.#isStale = true;
    this.#writing ??= this.#writeAll().finally(() => (this.#writing = undefined));
  }

  async #writeAll(): Promise<void> {
    while (this.#isStale && !this.#hasEnded) {
      this.#isStale = false;
      const watch: Watch = { pid: process.pid, at: Date.now(), queued: Object.fromEntries(this.#queued) };
      await writePrivate(this.#file, JSON.stringify(watch)).catch(() => {});
      await this.#removeDead();
    }
  }

  /** Of processes that were killed. */
  async #removeDead(): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const pid = /^(\d+)\.json$/.exec(name)?.[1];
      if (pid && isDead(Number(pid))) await rm(join(this.#folder, name), { force: true }).catch(() => {});
    }
  }
}
