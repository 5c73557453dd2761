import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readPrivate, writePrivate } from '../keys/private-files.ts';
import type { HostName } from './hosts.ts';
import { readSettings, writeSettings } from './settings-file.ts';

/** A file that was changed, and how it was before. */
interface Changed {
  file: string;
  /** Of the text that was written. */
  sha256: string;
  /** The file with the text before; missing if there was no file. */
  backup?: string;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What `parley install` changed for a host, so that it can be taken back byte for byte. It is the same for all profiles. */
export class InstallRecord {
  readonly #place: string;

  constructor(profileFolder: string, host: HostName) {
    // No profile has a name that begins with a dot.
    this.#place = join(dirname(profileFolder), '.installed', `${host}.json`);
  }

  /** The record of a file; without a readable one, what was there before is unknown. */
  async of(file: string): Promise<Changed | undefined> {
    return (await this.#all()).find((each) => each.file === file);
  }

  /** The text before anything was added; undefined if that is unknown, empty if there was no file. */
  async original(file: string): Promise<string | undefined> {
    const changed = await this.of(file);
    return changed && (changed.backup === undefined ? '' : readSettings(changed.backup));
  }

  /** Whether the file is as it was written. */
  async isUntouched(file: string, text: string | undefined): Promise<boolean> {
    return text !== undefined && (await this.of(file))?.sha256 === hashOf(text);
  }

  /** Writes a file, after a copy of what was there before; returns where the copy is. */
  async write(file: string, text: string, original: string | undefined): Promise<string | undefined> {
    const backup = original === undefined ? undefined : `${file}.parley-backup`;
    if (backup !== undefined) await writeSettings(backup, original!, file);
    const others = (await this.#all()).filter((each) => each.file !== file);
    await this.#keep([...others, { file, sha256: hashOf(text), ...(backup !== undefined && { backup }) }]);
    await writeSettings(file, text);
    return backup;
  }

  /** Writes what a file is without our part, or deletes it, and the copy. */
  async undo(file: string, text: string | undefined): Promise<void> {
    const changed = await this.of(file);
    if (text === undefined) await rm(file, { force: true });
    else await writeSettings(file, text);
    if (changed?.backup !== undefined) await rm(changed.backup, { force: true });
    await this.#keep((await this.#all()).filter((each) => each.file !== file));
  }

  async #all(): Promise<Changed[]> {
    const kept = await readPrivate<{ files?: Changed[] } | null>(this.#place).catch(() => undefined);
    return kept?.files ?? [];
  }

  async #keep(files: Changed[]): Promise<void> {
    if (files.length === 0) await rm(this.#place, { force: true });
    else await writePrivate(this.#place, JSON.stringify({ files }));
  }
}
