import { contract } from '@parley/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { credentialOf } from '../auth/keys.ts';
import { recordOf, responseOf, retryOf, type Retry, type Tried } from './replay.ts';

const { sendMessage, leaveSpace } = contract();
const ours = credentialOf('a'.repeat(64));
const theirs = credentialOf('b'.repeat(64));
const input = { spaceId: 's', content: 'hi' };

const retry = (tried: Tried = {}, sent: unknown = { content: 'hi' }, { spaceId } = { spaceId: 's' }): Retry =>
  retryOf(sendMessage, { ...input, spaceId }, { credential: ours, idempotencyKey: 'k', ...tried }, sent)!;

const response = { status: 201, answer: { id: 'x', secret: 'participant key' } };

describe('a retry', () => {
  it('is answered like the first try', () => expect(responseOf(retry(), recordOf(retry(), response, 9))).toEqual(response));

  it('is answered like the first try, whatever the answer was', () =>
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), fc.string(), (answer, idempotencyKey) => {
        fc.pre(idempotencyKey !== '');
        const first = retry({ idempotencyKey });
        const told = responseOf(retry({ idempotencyKey }), recordOf(first, { status: 200, answer }, 9));
        expect(told).toEqual({ status: 200, answer: JSON.parse(JSON.stringify(answer)) });
      }),
    ));

  it('is the same whatever the order of its fields', () => expect(retry({}, { a: 1, b: 2 })).toEqual(retry({}, { b: 2, a: 1 })));

  it('422 when the request is another one', () => {
    const record = recordOf(retry(), response, 9);
    for (const sent of [{ content: 'ho' }, { content: 'hi', more: 1 }, {}, null]) {
      expect(() => responseOf(retry({}, sent), record)).toThrow(expect.objectContaining({ code: 'key_reused' }));
    }
  });

  it('is a try of the same operation of the same space by the same credential with the same key only', () => {
    const left = retryOf(leaveSpace, input, { credential: ours, idempotencyKey: 'k' }, {})!;
    const scopes = [
      retry(),
      retry({ idempotencyKey: 'l' }),
      retry({ credential: theirs }),
      retry({}, {}, { spaceId: 't' }),
      left,
    ].map(({ scope }) => scope);
    expect(new Set(scopes).size).toBe(scopes.length);
    expect(retry({}, { content: 'ho' }).scope).toBe(retry().scope);
  });

  it('does not exist without an Idempotency-Key or a credential', () => {
    expect(retry({ idempotencyKey: undefined })).toBeUndefined();
    expect(retry({ credential: undefined })).toBeUndefined();
  });

  it('400 for a key that is empty or has more than 255 characters', () => {
    for (const idempotencyKey of ['', 'k'.repeat(256)]) {
      expect(() => retry({ idempotencyKey })).toThrow(expect.objectContaining({ code: 'invalid_request' }));
    }
    expect(retry({ idempotencyKey: 'k'.repeat(255) })).toBeDefined();
  });

  it('400 for a body that is nested too deeply', () => {
    let deep: unknown[] = [];
    for (let i = 0; i < 100_000; i += 1) deep = [deep];
    expect(() => retry({}, { deep })).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });
});

describe('a stored response', () => {
  const record = recordOf(retry(), response, 9);

  it('cannot be opened by another credential', () =>
    expect(() => responseOf({ ...retry({ credential: theirs }), digest: record.digest }, record)).toThrow(/authenticate/));

  it('cannot be changed', () => {
    const bytes = Buffer.from(record.sealed, 'base64');
    bytes[bytes.length - 1]! ^= 1;
    expect(() => responseOf(retry(), { ...record, sealed: bytes.toString('base64') })).toThrow(/authenticate/);
  });

  it('shows neither answer nor key, and never looks the same twice', () => {
    const kept = JSON.stringify(record) + Buffer.from(record.sealed, 'base64').toString('latin1');
    for (const secret of ['participant key', ours.key, ours.hash]) expect(kept).not.toContain(secret);
    expect(recordOf(retry(), response, 9).sealed).not.toBe(record.sealed);
  });

  it('knows its status and when it ends', () => expect(record).toMatchObject({ status: 201, expiresAt: 9 }));
});
