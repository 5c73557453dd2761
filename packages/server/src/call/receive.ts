import { createHash } from 'node:crypto';
import { file, ServiceError } from '@parley/core';
import { fileType } from '../resources/files/type.ts';
import { chunkBytes } from '../resources/files/bytes.ts';
import type { SentBytes } from './metadata.ts';

/** What is known of bytes that have been received. */
export interface Received {
  bytes: number;
  sha256: string;
  type: string;
}

interface Receiving {
  /** How many bytes there is room for, and how many one file can have. */
  room: number;
  most: number;
  /** Stores a chunk, before more is read. Absent: the bytes are only looked at. */
  store?: ((chunk: number, bytes: Buffer) => Promise<void>) | undefined;
}

/** How long a chunk can take to arrive. */
const chunkMs = 30_000;

/** Cuts what arrives into chunks. Only one is in memory. Throws if there are too many bytes, they end early, or arrive too slowly. */
export async function receive(sent: SentBytes, { room, most, store }: Receiving): Promise<Received> {
  const digest = createHash('sha256');
  const chunk = Buffer.allocUnsafe(Math.max(1, Math.min(chunkBytes, sent.length ?? chunkBytes)));
  let [total, chunks, filled] = [0, 0, 0];
  let type = fileType(Buffer.alloc(0));
  const patience = setTimeout(sent.cut, chunkMs);
  const full = async () => {
    if (chunks === 0) type = fileType(chunk.subarray(0, filled));
    await store?.(chunks, chunk.subarray(0, filled));
    patience.refresh();
    chunks += 1;
    filled = 0;
  };
  try {
    for await (const piece of arriving(sent.pieces)) {
      total += piece.length;
      if (total > room) throw tooMany(total, room, most);
      digest.update(piece);
      for (let at = 0; at < piece.length;) {
        const taken = Math.min(piece.length - at, chunk.length - filled);
        chunk.set(piece.subarray(at, at + taken), filled);
        at += taken;
        filled += taken;
        if (filled === chunk.length) await full();
      }
    }
    if (filled > 0) await full();
  } finally {
    clearTimeout(patience);
  }
  return { bytes: total, sha256: digest.digest('hex'), type };
}

async function* arriving(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces;
  } catch (error) {
    throw error instanceof ServiceError ? error : new ServiceError('malformed_body', 'The body ended before it was complete');
  }
}

function tooMany(actual: number, room: number, most: number): unknown {
  try {
    file.assertSize(actual, most);
  } catch (refusal) {
    return refusal;
  }
  const message = `This space has room for ${room} more bytes of files`;
  return new ServiceError('invalid_request', message, { issues: [{ field: '', message, limit: room, actual }] });
}
