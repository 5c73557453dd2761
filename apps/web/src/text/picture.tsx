import { useState } from 'preact/hooks';
import { Enlargeable } from '../design/enlargeable.tsx';
import { isImage } from './safe.ts';

const hostOf = (src: string): string => (URL.canParse(src) && new URL(src).host) || 'this message';

/** An image from elsewhere would tell its server who reads, so it waits for a click. */
export function Picture({ src, text, title }: { src: string; text?: string; title?: string | undefined }) {
  const [isShown, show] = useState(src.startsWith('data:'));
  const [isBroken, fail] = useState(false);
  if (!isImage(src)) return <span class="refused">An image that cannot be shown</span>;
  if (isBroken) return <span class="refused">The image could not be loaded</span>;
  if (isShown) return <Enlargeable src={src} alt={text || 'Image in this message'} title={title} onBroken={() => fail(true)} />;
  return (
    <button type="button" class="quiet" onClick={() => show(true)}>
      Show the image from {hostOf(src)}
    </button>
  );
}
