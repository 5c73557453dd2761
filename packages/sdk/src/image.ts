/** What an image may be like. */
export interface ImageOptions {
  /** Media type, such as `image/svg+xml`, when neither the file nor its first bytes tell it. */
  type?: string | undefined;
  /** The longest data URI in bytes; default 1 MiB, the default of the service. */
  maxBytes?: number | undefined;
}

/** How the formats that every browser shows begin, in Latin-1. */
const signatures: [start: RegExp, type: string][] = [
  [/^\x89PNG/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8/, 'image/gif'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  [/^.{4}ftypavif/s, 'image/avif'],
];

/**
 * The content of a message of type `image`: the file as a data URI.
 * @param file - A `File` or `Blob`, or the bytes of an image, such as what `readFile` of Node answers.
 * @example
 * await space.send(await imageFrom(file), { type: 'image' });
 * @throws {TypeError} when it is not an image.
 * @throws {RangeError} when its data URI is longer than `maxBytes`.
 * @see http://127.0.0.1:8787/docs/sdk#messages
 */
export async function imageFrom(
  file: Blob | ArrayBuffer | Uint8Array,
  { type, maxBytes = 1024 * 1024 }: ImageOptions = {},
): Promise<string> {
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
    throw new TypeError('file must be an image; the option type names its media type');
  const uri = `data:${mediaType};base64,${btoa(text)}`;
  if (uri.length > maxBytes) throw tooLarge(size, maxBytes);
  return uri;
}

const tooLarge = (size: number, maxBytes: number): RangeError =>
  new RangeError(`file has ${size} bytes, which is too large: as a data URI it can have at most ${maxBytes} bytes`);

/** A call takes only so many arguments. */
const charactersAtATime = 8_192;

function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += charactersAtATime)
    text += String.fromCharCode(...bytes.subarray(at, at + charactersAtATime));
  return text;
}
