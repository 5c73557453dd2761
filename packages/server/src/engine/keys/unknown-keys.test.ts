import { ServiceError } from '@parley/core';
import { describe, expect, it } from 'vitest';
import { credentialOf } from './keys.ts';
import { UnknownKeys } from './unknown-keys.ts';

const refusal = new ServiceError('key_unknown', 'This key does not open this space');
const key = credentialOf('a');

function given() {
  let time = 0;
  const unknown = new UnknownKeys(() => time);
  return { unknown, pass: (ms: number) => (time += ms) };
}

describe('a key that opened nothing', () => {
  it('is refused again without a lookup, for a short while and only in that space', () => {
    const { unknown, pass } = given();
    expect(unknown.refusalOf('s', key)).toBeUndefined();
    unknown.add('s', key, refusal);
    expect(unknown.refusalOf('s', key)).toBe(refusal);
    expect(unknown.refusalOf('t', key)).toBeUndefined();
    expect(unknown.refusalOf('s', credentialOf('b'))).toBeUndefined();
    expect(unknown.refusalOf('s', credentialOf('a', 'the URL'))).toBeUndefined();
    pass(10_000);
    expect(unknown.refusalOf('s', key)).toBeUndefined();
  });

  it('is evicted by later ones', () => {
    const { unknown } = given();
    for (let i = 0; i <= 10_000; i += 1) unknown.add('s', credentialOf(`key ${i}`), refusal);
    expect(unknown.refusalOf('s', credentialOf('key 0'))).toBeUndefined();
    expect(unknown.refusalOf('s', credentialOf('key 10000'))).toBe(refusal);
  });
});
