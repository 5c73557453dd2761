import './enlargeable.css';
import { useState } from 'preact/hooks';
import { later } from '../app/later.tsx';

const Lightbox = later(async () => (await import('./lightbox.tsx')).Lightbox);

interface EnlargeableProps {
  src: string;
  alt: string;
  title?: string | undefined;
  onBroken(): void;
}

/** A picture that can be seen as large as the page. */
export function Enlargeable({ src, alt, title, onBroken }: EnlargeableProps) {
  const [isLarge, enlarge] = useState(false);
  return (
    <>
      <button type="button" class="enlarge" title={title ?? 'Enlarge'} onClick={() => enlarge(true)}>
        <img class="picture" src={src} alt={alt} referrerPolicy="no-referrer" onError={onBroken} />
      </button>
      {isLarge && <Lightbox src={src} alt={alt} onClose={() => enlarge(false)} />}
    </>
  );
}
