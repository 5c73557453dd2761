import { once } from 'node:events';
import { harmlessText } from './harmless.ts';
import { shown } from './shown.ts';

/** What other modules need to know of a stream. Only this folder writes to one. */
export interface TerminalScreen {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Standard output: data. */
export const output: TerminalScreen = process.stdout;
/** Standard error: everything else. */
export const notes: TerminalScreen = process.stderr;

/** Writes text from any source; it cannot control the terminal. */
export function write(to: 'output' | 'notes', text: string): void {
  (to === 'output' ? process.stdout : process.stderr).write(shown(text));
}

/** Writes data unchanged for files and pipes; a terminal gets it like any other text. Calls back when it is written, or could not be. */
export function writeData(text: string, done?: (error?: Error | null) => void): void {
  if (!process.stdout.isTTY) process.stdout.write(text, done);
  // None of its styles is ours.
  else process.stdout.write(harmlessText(text.endsWith('\n') ? text : `${text}\n`), done);
}

/** Writes bytes unchanged for files and pipes, as fast as they are read there; a terminal gets them like any other text. */
export async function writeBytes(pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const { stdout } = process;
  const decoder = new TextDecoder();
  for await (const bytes of pieces) {
    const isRoom = stdout.isTTY ? stdout.write(harmlessText(decoder.decode(bytes, { stream: true }))) : stdout.write(bytes);
    if (!isRoom) await once(stdout, 'drain');
  }
}

/** Calls back when a stream fails, for example because its reader has closed the pipe. */
export function onStreamError(failed: (error: NodeJS.ErrnoException) => void): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', failed);
}

/** Calls back when everything is written. */
export function afterWriting(done: () => void): void {
  process.stdout.write('', () => process.stderr.write('', () => done()));
}
