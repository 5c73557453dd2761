import { Damaged } from './damaged.ts';

/** More than any row has: the content of an artifact can be 1 MiB, and an answer that contains it is escaped and sealed. */
const longestLine = 64 * 1024 * 1024;

const lineFeed = 10;

/** Splits bytes into lines without their ends. Bytes after the last end are a line that was cut. */
export async function* linesIn(chunks: AsyncIterable<Buffer>, longest = longestLine): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  let number = 1;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      const rest = chunk.subarray(start, end);
      assertShort(size + rest.length, number, longest);
      yield waiting.length > 0 ? Buffer.concat([...waiting, rest]) : rest;
      [waiting, size, start] = [[], 0, end + 1];
      number += 1;
    }
    if (start === chunk.length) continue;
    const rest = chunk.subarray(start);
    size += rest.length;
    assertShort(size, number, longest);
    waiting.push(rest);
  }
  if (size > 0) throw new Damaged(`The file is cut: line ${number} has no end`);
}

function assertShort(size: number, number: number, longest: number): void {
  if (size > longest) throw new Damaged(`Line ${number} is longer than ${longest} bytes, which no line of a backup is`);
}
