import { createReadStream } from 'node:fs';
import { addAbortSignal, type Readable } from 'node:stream';
import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';
import { endBySignal } from '../interruption.ts';
import { limitOfServer, usualLimit, type Kind } from './limits.ts';

/** Where a text comes from: words of the command line, a file (`--from`), or standard input. */
export interface GivenContent {
  words?: readonly string[];
  from?: string | undefined;
  /** What to do if it is no text, or too long. */
  hint?: string | undefined;
}

/**
 * Reads text. Standard input is read if it is named `-`, or if it is not a terminal and nothing else is given. Empty input that nobody
 * asked for, such as `/dev/null` under cron, counts as no text.
 */
export async function content(context: Context, kind: Kind, given: GivenContent): Promise<string | undefined> {
  const read = await bytes(context, kind, given);
  return read instanceof Uint8Array ? text(read, given) : read;
}

/** The same, with the bytes of a file or of standard input as they are. */
export async function bytes(
  context: Context,
  kind: Kind,
  { words = [], from, hint }: GivenContent,
): Promise<Buffer | string | undefined> {
  const isAskedFor = from === '-' || (from === undefined && words.length === 1 && words[0] === '-');
  if (from !== undefined && words.length > 0) throw new Failure('usage', 'Give the text or --from, not both');
  if (from === undefined && words.length > 0 && !isAskedFor) return words.join(' ');
  if (from === undefined && !isAskedFor && process.stdin.isTTY) return undefined;
  const read = await source(context, kind, { from, hint });
  return from !== undefined || isAskedFor || read.length > 0 ? read : undefined;
}

/** The bytes of a file, or of standard input: none or `-`. */
export async function source(
  context: Context,
  kind: Kind,
  { from, hint }: Omit<GivenContent, 'words'>,
): Promise<Buffer<ArrayBuffer>> {
  const input = isFile(from) ? createReadStream(from) : process.stdin;
  const name = sourceName(from);
  const { signal } = context;
  if (isFile(from)) signal.addEventListener('abort', endBySignal);
  try {
    return await upTo(input, kind, context, { name, hint });
  } catch (error) {
    throw signal.aborted || error instanceof Failure ? error : unreadable(error as NodeJS.ErrnoException, name, kind);
  } finally {
    signal.removeEventListener('abort', endBySignal);
  }
}

interface About {
  name: string;
  hint: string | undefined;
}

/** Reads no more than a server takes: a pipe, like a device, can have no end. */
async function upTo(input: Readable, kind: Kind, context: Context, about: About): Promise<Buffer<ArrayBuffer>> {
  const pieces: Buffer[] = [];
  let length = 0;
  let most = usualLimit(kind);
  let isAsked = false;
  for await (const piece of addAbortSignal(context.signal, input) as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > most.bytes && !isAsked) {
      most = await limitOfServer(context, kind);
      isAsked = true;
    }
    if (length > most.bytes) throw tooLong(about, kind, most.words);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

const tooLong = ({ name, hint }: About, kind: Kind, most: string): Failure =>
  new Failure('usage', `${name} is too long: ${kind.name} can have at most ${most}`, hint);

export const isFile = (from: string | undefined): from is string => from !== undefined && from !== '-';

export const sourceName = (from: string | undefined): string => (isFile(from) ? from : 'Standard input');

function text(read: Uint8Array, { from, hint }: GivenContent): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(read);
  } catch {
    throw new Failure('usage', `${sourceName(from)} is not UTF-8 text`, hint);
  }
}

function unreadable({ code, message }: NodeJS.ErrnoException, name: string, kind: Kind): Failure {
  if (code === 'ENOENT') return new Failure('notFound', `There is no file ${name}`);
  if (code === 'EISDIR') return new Failure('usage', `${name} is not a file`, kind.folderHint);
  return new Failure('error', `${name} cannot be read: ${message}`);
}
