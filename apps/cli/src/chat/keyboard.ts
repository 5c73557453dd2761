import { Keys, type Key } from './keys.ts';

/** How long to wait for the rest of an escape sequence. */
const escapeMs = 300;

/** Calls `told` for every key press. Returns how to stop that. */
export function onKeys(input: NodeJS.ReadStream, told: (key: Key) => void): () => void {
  const keys = new Keys();
  let timer: NodeJS.Timeout | undefined;
  const read = (chunk: Buffer) => {
    clearTimeout(timer);
    keys.read(chunk).forEach(told);
    if (keys.isWaiting) timer = setTimeout(() => keys.flush().forEach(told), escapeMs);
  };
  input.on('data', read);
  return () => {
    clearTimeout(timer);
    input.off('data', read);
  };
}
