import { startColouring } from '../../app/workers.ts';
import type { Coloured } from './spans.ts';
import type { CodeToColour } from './worker.ts';

/** The pieces of a block of code; `slow`: they would take too long. Undefined: it has no colours. */
export type FoundColours = Coloured | 'slow' | undefined;

const mostCharacters = 20_000;
/** Hostile code can take minutes: it gets so long, in a worker that ends then. */
const longestMs = 2_000;
/** Who sends such code a few times has ended colours for this visit. */
let patience = 3;
/** What is said of code that nobody colours any more: why the last block has no colours. */
let refusal: FoundColours;
let worker: Worker | undefined;
/** One after the other, so that the time of one is not another's. */
let last: Promise<unknown> = Promise.resolve();
const mostKnown = 200;
/** Those that were asked for first go first. A block is drawn each time that it comes near. */
const known = new Map<string, Promise<FoundColours>>();

/** A text was erased, which can be that of a block. */
export const forgetColours = (): void => known.clear();

export function colouredCode(text: string, language: string): Promise<FoundColours> {
  if (text.length > mostCharacters) return Promise.resolve(undefined);
  const block = `${language}\n${text}`;
  let pieces = known.get(block);
  if (!pieces) {
    pieces = last.then(() => (patience > 0 ? ask({ text, language }) : refusal));
    // Without the pieces: they can be forgotten.
    last = pieces.then(() => {});
    known.set(block, pieces);
    if (known.size > mostKnown) known.delete(known.keys().next().value!);
  }
  return pieces;
}

const ask = (asked: CodeToColour): Promise<FoundColours> =>
  new Promise((resolve) => {
    const over = new AbortController();
    const end = (found: FoundColours): void => {
      over.abort();
      resolve(found);
    };
    const fail = (why?: 'slow'): void => {
      worker?.terminate();
      worker = undefined;
      patience -= 1;
      end((refusal = why));
    };
    const timer = setTimeout(fail, longestMs, 'slow');
    over.signal.addEventListener('abort', () => clearTimeout(timer));
    try {
      worker ??= startColouring();
      worker.addEventListener('message', ({ data }: MessageEvent<Coloured | undefined>) => end(data), over);
      worker.addEventListener('error', () => fail(), over);
      worker.postMessage(asked);
    } catch {
      fail();
    }
  });
