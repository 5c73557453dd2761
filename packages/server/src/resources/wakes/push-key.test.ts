import { createECDH } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pushKeyFrom } from './push-key.ts';

it('is the same for the same secret in all releases, because browsers subscribe with it', () =>
  expect(pushKeyFrom('the same for every process of the tests').publicKey).toBe(
    'BDOkcK-UXodhe5ypsWNEpEXdTq3jop8hdtxnxyR5Ip-byoo_X5y_zyU88H9XOGas2yn2Gwp2gzvM8XUAqMhbEpY',
  ));

it('is a point of the curve for every secret, another one for each', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ minLength: 32 }), { minLength: 1, maxLength: 5 }), (secrets) => {
      for (const secret of secrets) {
        const { publicKey } = pushKeyFrom(secret);
        expect(publicKey).toMatch(/^B[\w-]{86}$/);
        const other = createECDH('prime256v1');
        other.generateKeys();
        expect(other.computeSecret(Buffer.from(publicKey, 'base64url'))).toHaveLength(32);
        seen.add(publicKey);
      }
    }),
    { numRuns: 20 },
  );
  expect(seen.size).toBeGreaterThan(1);
});
