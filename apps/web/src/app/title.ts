import { useEffect } from 'preact/hooks';

/** Names the page after its place. */
export function useTitle(place: string): void {
  useEffect(() => {
    document.title = place ? `${place} · Parley` : 'Parley';
  }, [place]);
}
