import { describe, expect, it } from 'vitest';
import { countAlone } from '../../engine/limits/counts.ts';
import { Seats } from './seats.ts';

const sitter = (keyHash: string, address = '192.0.2.1') => ({ keyHash, address });

describe('seats for streams and waiting polls', () => {
  it('429 if a key, or an address with any keys, already has its maximum', () => {
    const seats = new Seats({ counts: countAlone(), perCredential: 2, perAddress: 3, inAll: 100 });
    for (const key of ['a', 'a', 'b']) void seats.take(sitter(key));
    expect(() => seats.take(sitter('a', '192.0.2.2'))).toThrow(expect.objectContaining({ code: 'rate_limited' }));
    expect(() => seats.take(sitter('c'))).toThrow(expect.objectContaining({ code: 'rate_limited' }));
    void seats.take(sitter('c', '192.0.2.2'));
  });

  it('503 if the server has none left', () => {
    const seats = new Seats({ counts: countAlone(), perCredential: 9, perAddress: 9, inAll: 1 });
    void seats.take(sitter('a'));
    expect(() => seats.take(sitter('b', '192.0.2.2'))).toThrow(expect.objectContaining({ code: 'overloaded' }));
  });

  it('say which limit refused', () => {
    const refused: string[] = [];
    const seats = new Seats({
      counts: countAlone(),
      perCredential: 1,
      perAddress: 2,
      inAll: 3,
      refused: (limit) => void refused.push(limit),
    });
    const take = (key: string, address?: string) => {
      try {
        void seats.take(sitter(key, address));
      } catch {}
    };
    for (const key of ['a', 'a', 'b', 'c']) take(key);
    take('d', '192.0.2.2');
    take('e', '192.0.2.3');
    expect(refused).toEqual(['key_streams', 'address_streams', 'streams']);
  });

  it('are free again when a stream ends, and nothing about it is kept', () => {
    const seats = new Seats({ counts: countAlone(), perCredential: 1, perAddress: 1, inAll: 1 });
    for (let i = 0; i < 10; i += 1) {
      void seats.take(sitter('a'));
      seats.leave(sitter('a'));
    }
    expect(seats.taken).toBe(0);
  });
});
