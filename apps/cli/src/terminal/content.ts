import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { Failure } from '../failures.ts';

/**
 * Where text comes from: words of the command line, a file (`--from`), or standard input (`-`, or when it is no terminal). An input
 * that nobody asked for and that holds nothing, as `/dev/null`, is no text: cron and other programs start commands so.
 */
export async function content(words: readonly string[], from: string | undefined): Promise<string | undefined> {
  if (from !== undefined && from !== '-') return text(await readFile(from).catch(unreadable), from);
  const asked = from === '-' || (words.length === 1 && words[0] === '-');
  if (words.length > 0 && !asked) return words.join(' ');
  if (!asked && process.stdin.isTTY) return undefined;
  const bytes = await buffer(process.stdin);
  return asked || bytes.length > 0 ? text(bytes, 'standard input') : undefined;
}

function text(bytes: Uint8Array, source: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Failure('usage', `${source} is not UTF-8 text`);
  }
}

function unreadable(error: NodeJS.ErrnoException): never {
  throw new Failure(error.code === 'ENOENT' ? 'notFound' : 'error', error.message);
}
