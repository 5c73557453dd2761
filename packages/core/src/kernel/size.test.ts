import { expect, test } from 'vitest';
import { inBytes } from './size.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1 kB'],
  [1_536, '1.5 kB'],
  [300_000, '293 kB'],
  [1_048_576, '1 MB'],
  [10_485_760, '10 MB'],
  [20_971_520, '20 MB'],
  [5_368_709_120, '5 GB'],
])('%i bytes are %s', (bytes, words) => expect(inBytes(bytes)).toBe(words));
