import { Keys, type Key } from './keys.ts';

/** How long to wait for the rest of an escape sequence. */
const escapeMs = 300;

/** Calls `pressed` for every key press. Returns a function that stops this. */
export function onKeys(input: NodeJS.ReadStream, pressed: (key: Key) => void): () => void {
  const keys = new Keys();
  let timer: NodeJS.Timeout | undefined;
  const read = (chunk: Buffer) => {
    clearTimeout(timer);
    keys.read(chunk).forEach(pressed);
    if (keys.isWaiting) timer = setTimeout(() => keys.flush().forEach(pressed), escapeMs);
  };
  input.on('data', read);
  return () => {
    clearTimeout(timer);
    input.off('data', read);
  };
}
