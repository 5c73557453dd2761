import { statusOf, type ServiceError } from '@parley/core';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { fileIn } from './form.ts';

const boundary = 'a1b2';
const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
const part = (disposition: string, body = 'one\r\ntwo\n', type = 'Content-Type: text/plain\r\n') =>
  `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${type}\r\n${body}\r\n`;
const formOf = (...parts: string[]) => `${parts.join('')}--${boundary}--\r\n`;

/** The body in pieces of a size. */
function* cut(body: Buffer, size: number) {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
}
const from = (pieces: Iterable<Buffer> | AsyncIterable<Buffer>) => {
  const body = Readable.from(pieces, { objectMode: false });
  return () => body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
};
const read = async (body: string, size = 65_536, said = headers) => {
  const { pieces, ...file } = await fileIn(said, from(cut(Buffer.from(body), size)));
  return { ...file, bytes: (await buffer(pieces)).toString() };
};
const refused = (body: string, said?: typeof headers) =>
  read(body, 7, said).then(
    () => undefined,
    (error: ServiceError) => [statusOf(error), error.code],
  );

describe('the file of a form', () => {
  it.each([1, 3, 16, 1_000])('has its bytes, name and type, in pieces of %i bytes', async (size) => {
    const body = formOf(part('name="file"; filename="a.txt"'));
    expect(await read(body, size)).toEqual({ name: 'a.txt', type: 'text/plain', bytes: 'one\r\ntwo\n' });
  });

  it.each([
    ['curl and browsers', 'name="file"; filename="Größe 1.txt"', 'Größe 1.txt'],
    ['older Python', `name="file"; filename*=utf-8''Gr%C3%B6%C3%9Fe.txt`, 'Größe.txt'],
    ['Go', String.raw`name="file"; filename="a \"b\".txt"`, 'a "b".txt'],
    ['a path of Windows', String.raw`name="file"; filename="C:\dir\a.txt"`, 'a.txt'],
    ['a form without a choice', 'name="file"; filename=""', undefined],
  ])('of %s has the name that was meant', async (_, disposition, name) =>
    expect(await read(formOf(part(disposition)))).toMatchObject({ name, bytes: 'one\r\ntwo\n' }),
  );

  it('can be empty, without a type, and contain what looks like a boundary', async () => {
    expect(await read(formOf(part('name="f"; filename="a"', '', '')))).toMatchObject({ bytes: '' });
    const like = `x--${boundary}\r\n--a1b\r\n\r\n--`;
    expect(await read(formOf(part('name="f"; filename="a"', like)), 5)).toMatchObject({ bytes: like });
  });

  it('is kept whole in memory only by who does not take it', async () => {
    let given = 0;
    const body = async function* () {
      yield Buffer.from(part('name="f"; filename="a"', 'x').slice(0, -2));
      for (; given < 100; given += 1) yield Buffer.alloc(65_536, 'x');
      yield Buffer.from(`\r\n--${boundary}--\r\n`);
    };
    const { pieces } = await fileIn(headers, from(body()));
    expect(given).toBeLessThan(5);
    for (let at = 0; at < 10; at += 1) await pieces.next();
    expect(given).toBeLessThan(20);
    let bytes = 0;
    for await (const piece of pieces) bytes += piece.length;
    expect(bytes).toBeGreaterThan(80 * 65_536);
  });
});

describe('a form that is refused with 400', () => {
  const file = part('name="file"; filename="a.txt"');
  it.each([
    ['with two files', formOf(file, part('name="b"; filename="b.txt"'))],
    ['with another field before', formOf(part('name="name"', 'a'), file)],
    ['with another field after', formOf(file, part('name="name"', 'a'))],
    ['with a part of no name after', formOf(file, `--${boundary}\r\n\r\nx\r\n`)],
    ['with a field only', formOf(part('name="file"'))],
    ['without a part', `--${boundary}--\r\n`],
  ])('%s', async (_, body) => expect(await refused(body)).toEqual([400, 'invalid_request']));

  it('that ends early, or is none', async () => {
    for (const none of ['', '{"name":"a"}']) expect(await refused(none)).toEqual([400, 'malformed_body']);
    for (let at = 1; at < 5; at += 1) expect((await refused(formOf(file).slice(0, -8 * at)))![0]).toBe(400);
    expect(await refused(file)).toEqual([400, 'malformed_body']);
  });

  it('without a boundary, or of another type', async () => {
    for (const type of ['multipart/form-data', 'multipart/mixed; boundary=a'])
      expect(await refused(formOf(file), { 'content-type': type })).toEqual([400, 'malformed_body']);
  });
});
