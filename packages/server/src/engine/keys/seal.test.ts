import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { seal, unseal } from './seal.ts';

it('what is sealed can be read with its key only, and is different each time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const [key, other] = [randomBytes(32), randomBytes(32)];
      const sealed = seal(text, key);
      expect(unseal(sealed, key)).toBe(text);
      expect(() => unseal(sealed, other)).toThrow('Unsupported state or unable to authenticate data');
      expect(seal(text, key)).not.toBe(sealed);
    }),
  );
});
