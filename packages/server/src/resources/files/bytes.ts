import type { Querying } from '../../engine/store/connection.ts';

/** The size of a chunk. */
export const chunkBytes = 256 * 1024;

/** Names the bytes of one file. */
export interface FileKey {
  readonly spaceId: string;
  readonly fileId: string;
}

/** Where the bytes of files are. Another storage must keep these promises, and remove what belongs to a purged space. */
export interface FileBytes {
  /** Stores a chunk of an upload, by its number from 0. Throws if the upload was given up. */
  put(file: FileKey, chunk: number, bytes: Buffer): Promise<void>;
  /** A chunk; undefined if there is none. */
  get(file: FileKey, chunk: number): Promise<Buffer | undefined>;
  /** Removes all chunks of a file. */
  remove(file: FileKey): Promise<void>;
}

/** An upload that was given up while its bytes arrived. */
export class UploadEnded extends Error {
  override readonly name = 'UploadEnded';
}

/** In chunks in the database, encoded as text, because that is what both drivers carry. `background`: no caller waits behind uploads. */
export function fileBytesIn(reads: Querying, background: Querying): FileBytes {
  return {
    async put({ spaceId, fileId }, chunk, bytes) {
      // The row is locked until the chunk is stored, so whoever removes the chunks of the file sees all of them.
      const rows = await background.query(
        `insert into file_chunks (space_id, file_id, place, bytes)
         select f.space_id, f.file_id, $3::int, decode($4, 'base64') from
         (select f.space_id, f.file_id from files f join space_heads h on h.space_id = f.space_id and not h.closed
          where f.space_id = $1::uuid and f.file_id = $2::uuid and f.sha256 = '' and f.removed_ms is null for share of f) f
         returning 1`,
        [spaceId, fileId, chunk, bytes.toString('base64')],
      );
      if (rows.length === 0) throw new UploadEnded('This upload has ended');
    },
    async get({ spaceId, fileId }, chunk) {
      const [row] = await reads.query(
        `select encode(bytes, 'base64') from file_chunks where space_id = $1::uuid and file_id = $2::uuid and place = $3::int`,
        [spaceId, fileId, chunk],
      );
      return row && Buffer.from(String(row[0]), 'base64');
    },
    async remove({ spaceId, fileId }) {
      await background.query('delete from file_chunks where space_id = $1::uuid and file_id = $2::uuid', [spaceId, fileId]);
    },
  };
}
