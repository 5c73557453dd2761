import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { mintFrom } from '../../../engine/keys/keys.ts';
import { signed } from './signature.ts';

const secret = mintFrom('a secret of at least 32 bytes for all keys').wakeSecret('space', 'wake');

it('is accepted by the reference library of Standard Webhooks, and by it only unchanged', () => {
  const now = Date.now();
  fc.assert(
    fc.property(fc.uuid(), fc.json(), (id, body) => {
      const headers = signed(secret, id, body, now);
      expect(headers['webhook-id']).toBe(id);
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
      expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('No matching signature found');
      expect(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'other' })).toThrow(
        'No matching signature found',
      );
    }),
  );
});

it('has a secret of 32 bytes, a different one for each address', () => {
  const other = mintFrom('a secret of at least 32 bytes for all keys').wakeSecret('space', 'other');
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(other).not.toBe(secret);
});
