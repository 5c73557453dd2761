import type { StoredFile } from '@parley/core';
import { chunkBytes, type FileBytes } from './bytes.ts';
import { Download } from '../../engine/present/download.ts';

/** Whatever a file contains, a browser must not show it. */
const mediaType = 'application/octet-stream';

interface From {
  readonly spaceId: string;
  readonly stored: FileBytes;
  /** Throws once the caller may not read it any more. Called before everything that is read. */
  assertAdmitted(): Promise<void>;
}

/** An answer that is a stored file, of which a part can be sent. */
export class StoredDownload extends Download {
  readonly sha256: string;
  readonly read: (from: number, to: number) => AsyncIterable<Uint8Array>;

  constructor({ fileId, name, bytes, sha256 }: StoredFile, { spaceId, stored, assertAdmitted }: From) {
    /** From a byte to before another one. */
    async function* read(from: number, to: number): AsyncGenerator<Uint8Array> {
      for (let at = from; at < to;) {
        await assertAdmitted();
        const place = Math.floor(at / chunkBytes);
        const start = place * chunkBytes;
        const chunk = await stored.get({ spaceId, fileId }, place);
        // A connection that is cut says that something is missing.
        if (!chunk) throw new Error('A part of the file is gone');
        yield chunk.subarray(at - start, to - start);
        at = start + chunkBytes;
      }
    }
    super({ fileName: name, mediaType, bytes, texts: () => read(0, bytes), release: () => {} });
    this.sha256 = sha256;
    this.read = read;
  }
}
