import { NetworkError, TimeoutError } from '@parley/sdk';
import { newOnce, type Upload } from '../space/drafts.ts';
import { whyNot } from '../space/refusal.ts';
import type { Room } from '../space/room.ts';
import { wholeSpaceOf } from '../space/whole.ts';
import { chosen, fittingName } from './chosen.ts';
import { fetchThatTells } from './progress.ts';

/** As the page says; a server can have another limit than the usual one. */
const mostBytes = Number(document.querySelector<HTMLMetaElement>('meta[name="parley-file-bytes"]')?.content);

/** Uploads files one after the other, and adds them to the draft of a room. What fails stays until it is tried again or removed. */
export class Uploads {
  readonly #room: Room;
  /** The upload that is running. */
  #running: { once: string; stop: AbortController } | undefined;

  constructor(room: Room) {
    this.#room = room;
  }

  /** Says why some files are not taken. */
  async add(files: readonly File[]): Promise<string> {
    const isFile = await Promise.all(files.map(isReadable));
    const attached = this.#waiting.length + (this.#room.drafts.draft.peek().attachments?.length ?? 0);
    const readable = files.filter((_, i) => isFile[i]);
    const { taken, refusal } = chosen(readable, attached, mostBytes);
    this.#waiting = [...this.#waiting, ...taken.map((file) => ({ once: newOnce(), file, sent: 0 }))];
    void this.#run();
    const folders = files
      .filter((_, i) => !isFile[i])
      .map(({ name }) => `“${name}” cannot be read. A folder cannot be attached.`);
    return [...folders, refusal].filter(Boolean).join(' ');
  }

  /** Stops it, if it is running. */
  remove({ once }: Upload): void {
    this.#waiting = this.#waiting.filter((each) => each.once !== once);
    if (this.#running?.once === once) this.#running.stop.abort();
  }

  retry(upload: Upload): void {
    this.#change(upload.once, { refusal: undefined });
    void this.#run();
  }

  /** Nobody waits for them any more. */
  stop(): void {
    for (const upload of this.#waiting) this.remove(upload);
  }

  get #waiting(): readonly Upload[] {
    return this.#room.drafts.uploads.peek();
  }

  set #waiting(uploads: readonly Upload[]) {
    this.#room.drafts.uploads.value = uploads;
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    for (let next; (next = this.#waiting.find(({ refusal }) => refusal === undefined));) await this.#send(next);
  }

  async #send(upload: Upload): Promise<void> {
    const { once, file } = upload;
    const stop = new AbortController();
    this.#running = { once, stop };
    try {
      const { files } = wholeSpaceOf(this.#room, { fetch: fetchThatTells((sent) => this.#change(once, { sent })) });
      const { fileId, name, bytes } = await files.create(fittingName(file.name), file, {
        ...{ type: file.type || undefined, idempotencyKey: once, signal: stop.signal, maxRetries: 1 },
      });
      const { draft } = this.#room.drafts;
      this.#room.drafts.change({ attachments: [...(draft.peek().attachments ?? []), { fileId, name, bytes }] });
      this.remove(upload);
    } catch (error) {
      // If its fate is unknown, the next try is the same one.
      const isUnknown = error instanceof NetworkError || error instanceof TimeoutError;
      this.#change(once, { once: isUnknown ? once : newOnce(), sent: 0, refusal: why(error) });
    } finally {
      this.#running = undefined;
    }
  }

  #change(once: string, changes: Partial<Upload>): void {
    this.#waiting = this.#waiting.map((each) => (each.once === once ? { ...each, ...changes } : each));
  }
}

/** A folder that was dropped looks like a file. */
const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

function why(error: unknown): string {
  if (error instanceof NetworkError) return 'The connection was lost.';
  if (error instanceof TimeoutError) return 'It took too long.';
  return whyNot(error);
}

const known = new WeakMap<Room, Uploads>();

/** The uploads of a room. */
export function uploadsOf(room: Room): Uploads {
  let uploads = known.get(room);
  if (!uploads) known.set(room, (uploads = new Uploads(room)));
  return uploads;
}
