import { assertOptions } from './arguments.ts';

/** Options of {@link imageFrom}. */
export interface ImageOptions {
  /** Media type, such as `image/svg+xml`, needed only if it cannot be detected from the file or its first bytes. */
  type?: string | undefined;
  /** Maximum size of the data URI in bytes; default 1 MiB, like the limit of the service. */
  maxBytes?: number | undefined;
}

/** The first bytes, as Latin-1, of the formats that every browser can show. */
const signatures: [start: RegExp, type: string][] = [
  [/^\x89PNG/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8/, 'image/gif'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  [/^.{4}ftypavif/s, 'image/avif'],
];

/**
 * The content of a message of type `image`: the file as a data URI.
 * @param file - A `File` or `Blob`, or the bytes of an image, such as the result of `readFile` in Node.
 * @example
 * await space.send(await imageFrom(file), { type: 'image' });
 * @throws {TypeError} when it is not an image.
 * @throws {RangeError} when its data URI is longer than `maxBytes`.
 * @see docs/sdk.md#messages
 */
export async function imageFrom(file: Blob | ArrayBuffer | Uint8Array, options: ImageOptions = {}): Promise<string> {
  assertOptions({ type: 'string?', maxBytes: 'count?' }, options);
  const { type, maxBytes = 1024 * 1024 } = options;
  const isBlob = file instanceof Blob;
  if (!isBlob && !(file instanceof ArrayBuffer) && !(file instanceof Uint8Array))
    throw new TypeError('file must be a File, a Blob or the bytes of an image');
  const size = isBlob ? file.size : file.byteLength;
  // Base64 takes four characters for three bytes.
  if ((size * 4) / 3 > maxBytes) throw tooLarge(size, maxBytes);
  const bytes = new Uint8Array(isBlob ? await file.arrayBuffer() : file);
  const text = latin1(bytes);
  const mediaType = type ?? ((isBlob && file.type) || signatures.find(([start]) => start.test(text))?.[1]);
  if (!mediaType || !/^image\/[\w.+-]+$/.test(mediaType))
    throw new TypeError('file must be an image; set the option type if its media type cannot be detected');
  const uri = `data:${mediaType};base64,${btoa(text)}`;
  if (uri.length > maxBytes) throw tooLarge(size, maxBytes);
  return uri;
}

const tooLarge = (size: number, maxBytes: number): RangeError =>
  new RangeError(`file has ${size} bytes, which is too large: as a data URI it can have at most ${maxBytes} bytes`);

/** The number of arguments of a call is limited. */
const charactersAtATime = 8_192;

function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += charactersAtATime)
    text += String.fromCharCode(...bytes.subarray(at, at + charactersAtATime));
  return text;
}
