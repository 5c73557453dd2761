import { scrollWithin } from './scroll-within.ts';

/** Where the stylesheet shows each list beside the text. */
const lists = [
  ['.pages > details', '(min-width: 64rem)'],
  ['.contents > details', '(min-width: 80rem)'],
] as const;

/** Lists are open beside the text; where there is no room, they open over it, until Escape or a link closes them. */
export function fitLists(): void {
  for (const [selector, besideText] of lists) {
    const list = document.querySelector<HTMLDetailsElement>(selector);
    if (list) fit(list, matchMedia(besideText));
  }
}

function fit(list: HTMLDetailsElement, beside: MediaQueryList): void {
  const settle = () => {
    list.open = beside.matches;
  };
  const close = () => {
    if (!beside.matches) list.open = false;
  };
  list.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || beside.matches) return;
    close();
    list.querySelector('summary')?.focus();
  });
  list.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) close();
  });
  list.addEventListener('toggle', () => {
    const current = list.querySelector('[aria-current]');
    if (list.open && current) scrollWithin(beside.matches ? '.pages' : '.drawer', current);
  });
  beside.addEventListener('change', settle);
  settle();
}
