import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readPrivate, writePrivate } from './private-files.ts';

/** How far the user of a profile has read a space. */
export interface ReadMark {
  /** The sequence of the last message that was shown. */
  sequence: number;
  /** Who was there when a chat ended: participant ids, each with whether they were still present. */
  people?: Readonly<Record<string, boolean>> | undefined;
}

/** The read marks of a profile, one file for each space. A damaged one only makes messages unread again. */
export class ReadMarks {
  readonly #folder: string;

  constructor(profileFolder: string) {
    this.#folder = join(profileFolder, 'read');
  }

  async of(spaceId: string): Promise<ReadMark | undefined> {
    const mark = await readPrivate<ReadMark | null>(this.#file(spaceId)).catch(() => undefined);
    return typeof mark?.sequence === 'number' ? mark : undefined;
  }

  /** Moves the mark; never back. */
  async move(spaceId: string, { sequence, people }: ReadMark): Promise<void> {
    const before = await this.of(spaceId);
    if (before && before.sequence >= sequence && !people) return;
    const mark: ReadMark = { sequence: Math.max(sequence, before?.sequence ?? 0), people: people ?? before?.people };
    await writePrivate(this.#file(spaceId), JSON.stringify(mark));
  }

  async forget(spaceId: string): Promise<void> {
    await rm(this.#file(spaceId), { force: true });
  }

  #file(spaceId: string): string {
    return join(this.#folder, `${spaceId}.json`);
  }
}
