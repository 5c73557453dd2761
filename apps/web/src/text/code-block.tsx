import '../design/colours.css';
import { useEffect, useState } from 'preact/hooks';
import { CopyButton } from '../design/copy-button.tsx';
import type { Coloured } from './colours/spans.ts';

export function CodeBlock({ text, language }: { text: string; language: string }) {
  const [known, hold] = useState<{ text: string; pieces: Coloured }>();
  useEffect(() => {
    let isGone = false;
    if (language !== '') {
      import('./colours/colours.ts')
        .then(({ colouredCode }) => colouredCode(text, language))
        .then((pieces) => !isGone && pieces && hold({ text, pieces }))
        // Without colours.
        .catch(() => {});
    }
    return () => void (isGone = true);
  }, [text, language]);
  return (
    <figure class="code">
      <figcaption>
        <span>{language}</span>
        <CopyButton text={text} what="code" />
      </figcaption>
      <pre tabIndex={0}>
        <code>
          {known?.text === text
            ? known.pieces.map(([piece, style], i) =>
                style === '' ? (
                  piece
                ) : (
                  <span key={i} class={style}>
                    {piece}
                  </span>
                ),
              )
            : text}
        </code>
      </pre>
    </figure>
  );
}
