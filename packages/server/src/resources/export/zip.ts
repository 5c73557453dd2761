import { crc32 } from 'node:zlib';

/** A file of an archive. */
export interface ZipEntry {
  name: string;
  content: AsyncIterable<string | Uint8Array>;
}

const utf8AndDescriptor = 0x0808;
const versionNeeded = 20;
/** The format without ZIP64 has fields of 32 bits for sizes, and of 16 bits for the number of files. */
const mostBytes = 0xffff_ffff;
/** 1 January 1980, the first date of the format. */
const date = 0x21;

/** A zip archive of files that are stored as they are. Sizes are not known before, so they follow each file. */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, content } of entries) {
    const start = offset;
    const fileName = Buffer.from(name);
    const head = fields(
      [4, 0x0403_4b50],
      [2, versionNeeded],
      [2, utf8AndDescriptor],
      [2, 0],
      [2, 0],
      [2, date],
      [4, 0],
      [4, 0],
      [4, 0],
    );
    const local = Buffer.concat([head, fields([2, fileName.length], [2, 0]), fileName]);
    yield local;
    let checksum = 0;
    let size = 0;
    for await (const piece of content) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece);
      checksum = crc32(bytes, checksum);
      size += bytes.length;
      yield bytes;
    }
    const sums = fields([4, checksum], [4, size], [4, size]);
    yield Buffer.concat([fields([4, 0x0807_4b50]), sums]);
    offset += local.length + size + 4 + sums.length;
    if (offset > mostBytes) throw new Error('The archive is larger than 4 GiB');
    directory.push(
      fields([4, 0x0201_4b50], [2, versionNeeded], [2, versionNeeded], [2, utf8AndDescriptor], [2, 0], [2, 0], [2, date]),
      sums,
      fields([2, fileName.length], [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, start]),
      fileName,
    );
  }
  const count = directory.length / 4;
  const records = Buffer.concat(directory);
  yield records;
  yield fields([4, 0x0605_4b50], [2, 0], [2, 0], [2, count], [2, count], [4, records.length], [4, offset], [2, 0]);
}

/** Unsigned numbers of the given sizes, little-endian. */
function fields(...numbers: (readonly [size: 2 | 4, value: number])[]): Buffer {
  const bytes = Buffer.alloc(numbers.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of numbers) at = bytes.writeUIntLE(value, at, size);
  return bytes;
}
