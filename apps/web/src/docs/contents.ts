import { scrollWithin } from './scroll-within.ts';

/** A heading counts as reached this far below the top of the window, under the bar. */
const reachedPx = 120;

/** Marks the section that is being read in “On this page”. */
export function markCurrentSection(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents a')];
  const sections = links.flatMap((link) => {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    return heading ? [{ link, heading }] : [];
  });
  if (sections.length === 0) return;
  let marked: HTMLAnchorElement | undefined;
  const mark = () => {
    const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    const isTarget = ({ link }: { link: HTMLAnchorElement }) => link.hash === location.hash;
    const reached = sections.findLast(({ heading }) => heading.getBoundingClientRect().top <= reachedPx);
    const current = isAtEnd && scrollY > 0 ? (sections.find(isTarget) ?? sections.at(-1)!) : (reached ?? sections[0]!);
    if (current.link === marked) return;
    marked?.removeAttribute('aria-current');
    marked = current.link;
    marked.ariaCurrent = 'location';
    scrollWithin('.contents', marked);
  };
  let isPlanned = false;
  const plan = () => {
    if (isPlanned) return;
    isPlanned = true;
    requestAnimationFrame(() => {
      isPlanned = false;
      mark();
    });
  };
  addEventListener('scroll', plan, { passive: true });
  addEventListener('resize', plan, { passive: true });
  addEventListener('hashchange', plan);
  mark();
}
