import { describe, expect, it } from 'vitest';
import { claimedType, fileType } from './type.ts';

describe('the type of a file', () => {
  it.each([
    ['image/png', Buffer.from('89504e470d0a1a0a00', 'hex')],
    ['image/webp', Buffer.from('RIFF\u0001\u0002\u0003\u0004WEBPVP8 ')],
    ['application/zip', Buffer.from('PK\u0003\u0004')],
    ['application/x-tar', Buffer.concat([Buffer.alloc(257), Buffer.from('ustar')])],
    ['text/plain', Buffer.from('# Grüße\n')],
    ['text/plain', Buffer.from('<svg onload="alert(1)">')],
    ['text/plain', Buffer.from('\u001b[31mred\u001b[0m\n')],
    ['application/octet-stream', Buffer.from('a\u0000b')],
    ['application/octet-stream', Buffer.from([0xc3])],
    ['application/octet-stream', Buffer.alloc(0)],
  ])('is %s', (type, bytes) => expect(fileType(bytes)).toBe(type));

  it('is text although the part that is looked at ends within a character', () => {
    expect(fileType(Buffer.from(`x${'ä'.repeat(4_096)}`))).toBe('text/plain');
  });
});

describe('what a client says about the type', () => {
  it.each([
    ['Text/HTML; charset=utf-8', 'text/html'],
    ['application/vnd.api+json', 'application/vnd.api+json'],
    ['text', undefined],
    ['a/b c', undefined],
    [undefined, undefined],
    ['x'.repeat(200) + '/y', undefined],
  ])('%s', (header, type) => expect(claimedType(header)).toBe(type));
});
