import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { chunkBytes } from '../resources/files/bytes.ts';
import { receive } from './receive.ts';

const bytes = Buffer.from(Array.from({ length: 2 * chunkBytes + 7 }, (_, i) => i % 251));

async function* pieces(size: number, of = bytes) {
  for (let at = 0; at < of.length; at += size) yield of.subarray(at, at + size);
}

const sent = (arriving: AsyncIterable<Uint8Array>, length?: number, cut = vi.fn<() => void>()) => ({
  pieces: arriving,
  length,
  cut,
});
const room = { room: bytes.length, most: bytes.length };

describe('bytes that arrive', () => {
  afterEach(() => void vi.useRealTimers());

  it.each([1_000, chunkBytes, bytes.length])(
    'are stored in chunks of one size, whatever the size of the pieces: %i',
    async (size) => {
      const chunks: Buffer[] = [];
      const received = await receive(sent(pieces(size), bytes.length), {
        ...room,
        store: async (chunk, part) => {
          expect(chunk).toBe(chunks.length);
          chunks.push(Buffer.from(part));
        },
      });
      expect(chunks.map(({ length }) => length)).toEqual([chunkBytes, chunkBytes, 7]);
      expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
      expect(received).toEqual({
        bytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        type: 'application/octet-stream',
      });
    },
  );

  it('are not read while a chunk is stored', async () => {
    let [read, storing] = [0, false];
    async function* counted() {
      for await (const piece of pieces(1_000)) {
        expect(storing).toBe(false);
        read += 1;
        yield piece;
      }
    }
    await receive(sent(counted()), {
      ...room,
      store: async () => {
        storing = true;
        await new Promise(setImmediate);
        storing = false;
      },
    });
    expect(read).toBeGreaterThan(500);
  });

  it('may be none', async () => {
    const store = vi.fn<() => Promise<void>>();
    expect(await receive(sent(pieces(1, Buffer.alloc(0)), 0), { ...room, store })).toMatchObject({ bytes: 0 });
    expect(store).not.toHaveBeenCalled();
  });

  it('413 if there are more than a file can have, 400 if there are more than fit', async () => {
    await expect(receive(sent(pieces(1_000)), { room: 10, most: 10 })).rejects.toMatchObject({ code: 'file_too_large' });
    await expect(receive(sent(pieces(1_000)), { room: 10, most: 1_000_000 })).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('400 if they end too early', async () => {
    async function* broken() {
      yield bytes.subarray(0, 10);
      throw new Error('ECONNRESET');
    }
    await expect(receive(sent(broken()), room)).rejects.toMatchObject({ code: 'malformed_body' });
  });

  it('are cut if a chunk takes more than 30 s, however often a byte arrives', async () => {
    vi.useFakeTimers();
    const cut = vi.fn<() => void>();
    let next: (piece: Buffer | undefined) => void = () => {};
    async function* slow() {
      for (;;) {
        const piece = await new Promise<Buffer | undefined>((resolve) => (next = resolve));
        if (!piece) return;
        yield piece;
      }
    }
    const receiving = receive(sent(slow(), undefined, cut), room);
    for (let second = 0; second < 29; second += 1) {
      next(bytes.subarray(0, 1));
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(cut).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_100);
    expect(cut).toHaveBeenCalledOnce();
    next(undefined);
    await receiving;
    expect(vi.getTimerCount()).toBe(0);
  });
});
