import { contract } from '@parley/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { credentialOf, fingerprint } from '../keys/keys.ts';
import { assertIdempotencyKey, recordOf, responseOf, retryOf, type Retry, type Tried } from './replay.ts';

const { sendMessage, leaveSpace } = contract();
const spaceId = '11111111-1111-4111-8111-111111111111';
const otherSpaceId = '22222222-2222-4222-8222-222222222222';
const ours = credentialOf('a'.repeat(64));
const theirs = credentialOf('b'.repeat(64));
const hi = { content: 'hi' };

const retry = (tried: Tried = {}, sent: object = hi, place = { spaceId }): Retry =>
  retryOf(sendMessage, sendMessage.input.parse({ ...sent, ...place }), { credential: ours, idempotencyKey: 'k', ...tried })!;

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

  it('is the same whatever the order of its fields, and with unknown fields', () => {
    const first = retry({}, { type: 'html', content: 'hi' });
    expect(retry({}, { content: 'hi', type: 'html' })).toEqual(first);
    expect(retry({}, { content: 'hi', type: 'html', more: { a: 1 } })).toEqual(first);
  });

  it('is the same with a default given or omitted', () => expect(retry({}, { ...hi, type: 'text' })).toEqual(retry()));

  it('is recognised by the digest that 0.1 stored for a request without its defaults', () => {
    const digest = fingerprint(`[["content","hi"],["spaceId","${spaceId}"]]`);
    expect(responseOf(retry(), { ...recordOf(retry(), response, 9), digest })).toEqual(response);
  });

  it('leaves a digest by which nobody without the key can find out what was asked for', () => {
    const digests = [{}, { credential: theirs }].map((tried) => recordOf(retry(tried), response, 9).digest);
    expect(new Set([...digests, fingerprint(retry().request)]).size).toBe(3);
  });

  it('422 if the request differs', () => {
    const record = recordOf(retry(), response, 9);
    for (const sent of [{ content: 'ho' }, { ...hi, type: 'html' }]) {
      expect(() => responseOf(retry({}, sent), record)).toThrow(expect.objectContaining({ code: 'key_reused' }));
    }
  });

  it('must have the same operation, space, credential and Idempotency-Key', () => {
    const left = retryOf(leaveSpace, { spaceId }, { credential: ours, idempotencyKey: 'k' })!;
    const scopes = [
      retry(),
      retry({ idempotencyKey: 'l' }),
      retry({ credential: theirs }),
      retry({}, hi, { spaceId: otherSpaceId }),
      left,
    ].map(({ scope }) => scope);
    expect(new Set(scopes).size).toBe(scopes.length);
    expect(retry({}, { content: 'ho' }).scope).toBe(retry().scope);
  });

  it('does not exist without an Idempotency-Key or a credential', () => {
    expect(retry({ idempotencyKey: undefined })).toBeUndefined();
    expect(retry({ credential: undefined })).toBeUndefined();
  });
});

it('400 for a key that is empty or has more than 255 characters', () => {
  for (const idempotencyKey of ['', 'k'.repeat(256)]) {
    expect(() => assertIdempotencyKey({ idempotencyKey })).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  }
  for (const idempotencyKey of [undefined, 'k', 'k'.repeat(255)]) {
    expect(() => assertIdempotencyKey({ idempotencyKey })).not.toThrow();
  }
});

describe('a stored response', () => {
  const record = recordOf(retry(), response, 9);

  it('cannot be opened by another credential', () =>
    expect(() => {
      const another = retry({ credential: theirs });
      responseOf(another, { ...record, digest: recordOf(another, response, 9).digest });
    }).toThrow(/authenticate/));

  it('cannot be changed', () => {
    const bytes = Buffer.from(record.sealed, 'base64');
    bytes[bytes.length - 1]! ^= 1;
    expect(() => responseOf(retry(), { ...record, sealed: bytes.toString('base64') })).toThrow(/authenticate/);
  });

  it('reveals neither answer nor key, and is different every time', () => {
    const kept = JSON.stringify(record) + Buffer.from(record.sealed, 'base64').toString('latin1');
    for (const secret of ['participant key', ours.key, ours.hash]) expect(kept).not.toContain(secret);
    expect(recordOf(retry(), response, 9).sealed).not.toBe(record.sealed);
  });

  it('is not sealed if the log has all of it in clear too, and is answered like the first try', () => {
    const sent = { status: 201, answer: { messageId: spaceId } };
    const logged = recordOf(retry(), sent, 9, true);
    expect(logged.sealed).toBe(JSON.stringify(sent.answer));
    expect(responseOf(retry(), logged)).toEqual(sent);
  });

  it('contains its status and expiry', () => expect(record).toMatchObject({ status: 201, expiresAt: 9 }));
});
