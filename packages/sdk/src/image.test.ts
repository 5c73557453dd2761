import { describe, expect, test } from 'vitest';
import { imageFrom } from './index.ts';

const bytes = (...codes: number[]) => Uint8Array.from(codes);
const png = bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

describe('an image from a file', () => {
  test('is its data URI, with the type of the file', async () => {
    expect(await imageFrom(new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }))).toBe(
      `data:image/svg+xml;base64,${btoa('<svg/>')}`,
    );
  });

  test.each([
    ['png', png],
    ['jpeg', bytes(0xff, 0xd8, 0xff, 0xe0)],
    ['gif', bytes(0x47, 0x49, 0x46, 0x38, 0x39)],
    ['webp', bytes(...[...'RIFF\n\n\n\nWEBP'].map((each) => each.charCodeAt(0)))],
    ['avif', bytes(...[...'\0\0\0\nftypavif'].map((each) => each.charCodeAt(0)))],
  ])('has the type that its first bytes show: %s', async (type, content) => {
    const uri = `data:image/${type};base64,${Buffer.from(content).toString('base64')}`;
    for (const file of [content, content.buffer, new Blob([content]), Buffer.from(content)])
      expect(await imageFrom(file)).toBe(uri);
  });

  test('is whole, however long it is', async () => {
    const long = new Uint8Array(100_000).fill(7);
    long.set(png);
    const uri = await imageFrom(long);
    expect(Buffer.from(uri.split(',')[1]!, 'base64')).toEqual(Buffer.from(long));
  });

  test('is refused when it is not an image, unless the caller names its type', async () => {
    await expect(imageFrom(new File(['hello'], 'a.txt', { type: 'text/plain' }))).rejects.toThrow(/^file must be an image/);
    await expect(imageFrom(bytes(1, 2, 3))).rejects.toThrow(/^file must be an image/);
    expect(await imageFrom(bytes(1, 2, 3), { type: 'image/bmp' })).toBe('data:image/bmp;base64,AQID');
  });

  test('is refused when the service would refuse its size', async () => {
    const largest = 786_414;
    const sized = (size: number) => {
      const image = new Uint8Array(size);
      image.set(png);
      return imageFrom(image);
    };
    expect((await sized(largest)).length).toBeLessThanOrEqual(1024 * 1024);
    await expect(sized(largest + 3)).rejects.toThrow(RangeError);
    await expect(imageFrom(png, { maxBytes: 10 })).rejects.toThrow(/^file has 8 bytes, which is too large/);
  });
});
