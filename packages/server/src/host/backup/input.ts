import { createReadStream } from 'node:fs';
import { addAbortSignal } from 'node:stream';

const bytesAtATime = 256 * 1024;

/** The bytes of a file, or of standard input. */
export const bytesOf = (file: string, signal: AbortSignal): AsyncIterable<Buffer> =>
  addAbortSignal(signal, file === '-' ? process.stdin : createReadStream(file, { highWaterMark: bytesAtATime }));
