import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { Failure } from '../failures.ts';

/**
 * Reads text from the words of the command line, a file (`--from`), or standard input (`-`, or if it is not a terminal). Empty input
 * that nobody asked for, such as `/dev/null` under cron, counts as no text.
 */
export async function content(words: readonly string[], from: string | undefined, hint?: string): Promise<string | undefined> {
  const read = await bytes(words, from);
  return read instanceof Uint8Array ? text(read, sourceName(from), hint) : read;
}

/** The same, with the bytes of a file or of standard input as they are. */
export async function bytes(words: readonly string[], from: string | undefined): Promise<Buffer | string | undefined> {
  if (from !== undefined && from !== '-') return readFile(from).catch(unreadable);
  const isAskedFor = from === '-' || (words.length === 1 && words[0] === '-');
  if (words.length > 0 && !isAskedFor) return words.join(' ');
  if (!isAskedFor && process.stdin.isTTY) return undefined;
  const read = await buffer(process.stdin);
  return isAskedFor || read.length > 0 ? read : undefined;
}

export const sourceName = (from: string | undefined): string => (from === undefined || from === '-' ? 'standard input' : from);

function text(read: Uint8Array, source: string, hint: string | undefined): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(read);
  } catch {
    throw new Failure('usage', `${source} is not UTF-8 text`, hint);
  }
}

function unreadable({ code, path, message }: NodeJS.ErrnoException): never {
  if (code === 'ENOENT') throw new Failure('notFound', `There is no file ${path}`);
  throw new Failure('error', `${path ?? 'The file'} cannot be read: ${message}`);
}
