import '../design/colours.css';
import { useEffect, useState } from 'preact/hooks';
import { CopyButton } from '../design/copy-button.tsx';
import type { FoundColours } from './colours/colours.ts';

export function CodeBlock({ text, language }: { text: string; language: string }) {
  const [known, hold] = useState<{ text: string; pieces: FoundColours }>();
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
  const pieces = known?.text === text ? known.pieces : undefined;
  return (
    <figure class="code">
      <figcaption>
        <span>
          {language}
          {pieces === 'slow' && ': no colours, because they would take too long'}
        </span>
        <CopyButton text={text} what="code" />
      </figcaption>
      <pre tabIndex={0}>
        <code>
          {typeof pieces === 'object'
            ? pieces.map(([piece, style], i) =>
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
