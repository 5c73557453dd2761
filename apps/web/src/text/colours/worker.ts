import library from 'highlight.js/lib/core';
import { grammarOf } from './languages.ts';
import { piecesIn, type Coloured } from './spans.ts';

/** What is asked of this worker. */
export interface CodeToColour {
  readonly text: string;
  readonly language: string;
}

async function coloured({ text, language }: CodeToColour): Promise<Coloured | undefined> {
  const known = await grammarOf(language);
  if (!known) return undefined;
  const { name, grammar } = known;
  if (!library.getLanguage(name)) library.registerLanguage(name, grammar);
  return piecesIn(library.highlight(text, { language: name, ignoreIllegals: true }).value);
}

addEventListener('message', ({ data }: MessageEvent<CodeToColour>) => {
  coloured(data).then(
    (pieces) => postMessage(pieces),
    () => postMessage(undefined),
  );
});
