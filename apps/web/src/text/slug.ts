import { decoded } from './link-targets.ts';

/** A heading as links to it have it: `#what-is-open`. */
export const slugOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');

/** Shows a place of the text that an element belongs to. Its address stays: that is the room's. */
export function toPlace(from: Element, selector: string, isIt: (place: Element) => boolean = () => true): void {
  const place = [...(from.closest('.prose')?.querySelectorAll<HTMLElement>(selector) ?? [])].find(isIt);
  for (let folded = place?.closest('details'); folded; folded = folded.parentElement?.closest('details')) folded.open = true;
  place?.scrollIntoView({ block: 'start' });
  if (place) place.tabIndex = Math.max(-1, place.tabIndex);
  place?.focus({ preventScroll: true });
}

export function toHeading(from: Element, href: string): void {
  const wanted = slugOf(decoded(href));
  toPlace(from, 'h3, h4, h5, h6', ({ textContent }) => slugOf(textContent ?? '') === wanted);
}
