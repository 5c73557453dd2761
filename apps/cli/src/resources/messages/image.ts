import { extname } from 'node:path';
import type { Context } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { limitOfServer, usualLimit } from '../../input/limits.ts';
import { image } from './kinds.ts';

/** The first bytes of a file, as Latin-1 text. */
const signatures: readonly (readonly [RegExp, string])[] = [
  [/^\x89PNG\r\n\x1a\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF[^]{4}WEBP/, 'image/webp'],
  [/^[^]{4}ftypavi[fs]/, 'image/avif'],
  [/^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*(?:<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/i, 'image/svg+xml'],
];

const extensions: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.svg': 'image/svg+xml',
  '.bmp': 'image/bmp',
  '.ico': 'image/x-icon',
};

/** The content of an image message: a data URI of these bytes, or the bytes themselves if they are a URL. */
export function imageContent(bytes: Buffer, source: string): string {
  const beginning = bytes.toString('latin1', 0, 1024);
  if (/^(https:\/\/|data:image\/)/i.test(beginning)) return bytes.toString('utf8').trim();
  const [, type = extensions[extname(source).toLowerCase()]] = signatures.find(([start]) => start.test(beginning)) ?? [];
  if (!type) throw new Failure('usage', `${source} is not an image`, 'PNG, JPEG, GIF, WebP, AVIF and SVG are recognized');
  return `data:${type};base64,${bytes.toString('base64')}`;
}

/** Fails before the upload if the server does not take an image of this size. */
export async function assertImageFits(context: Context, content: string): Promise<void> {
  if (content.length <= usualLimit(image).bytes) return;
  const { bytes: limit } = await limitOfServer(context, image);
  if (content.length <= limit) return;
  const [size, most] = [content.length, limit].map(kibibytes);
  throw new Failure(
    'usage',
    `The image is too large: ${size} KiB encoded, at most ${most} KiB`,
    'make it smaller, or send a URL',
  );
}

const kibibytes = (bytes: number): string => Math.ceil(bytes / 1024).toLocaleString('en');
