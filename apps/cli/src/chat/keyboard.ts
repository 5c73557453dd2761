import { Keys, type Key } from './keys.ts';

/** How long what follows an ESC may take to come. */
const escapeMs = 300;

/** Tells every key that is pressed; answers how to stop that. */
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
