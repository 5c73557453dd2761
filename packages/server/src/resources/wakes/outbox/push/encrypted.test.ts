import { createECDH } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { areUsable, encrypted } from './encrypted.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

/** RFC 8291, section 5 and appendix A. */
const vector = {
  text: 'When I grow up, I want to be a watermelon',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  encrypted:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

describe('a message to a browser', () => {
  it('is encrypted as in the example of RFC 8291', () =>
    expect(encrypted(vector.text, vector.keys, vector).toString('base64url')).toBe(vector.encrypted));

  it('is another one each time', () =>
    expect(encrypted(vector.text, vector.keys).equals(encrypted(vector.text, vector.keys))).toBe(false));

  it('needs a key that is a point of the curve', () => {
    const browser = createECDH('prime256v1');
    const auth = vector.keys.auth;
    expect(areUsable({ p256dh: browser.generateKeys('base64url'), auth })).toBe(true);
    expect(areUsable({ p256dh: `B${'A'.repeat(86)}`, auth })).toBe(false);
    expect(areUsable({ p256dh: '', auth })).toBe(false);
  });
});
