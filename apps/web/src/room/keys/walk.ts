import { draw } from '../timeline/line-page.tsx';

const lineOf = (place: Element | null): HTMLElement | null => place?.closest<HTMLElement>('.timeline .message[id]') ?? null;

/** The line of a message that has the focus, or something in it. */
export const focusedLine = (): HTMLElement | null => lineOf(document.activeElement);

/** Whether something has the focus to which the arrow keys belong. */
export const isAmongLines = (place: EventTarget | null): boolean =>
  place instanceof Element && place.matches('.timeline, .message, body');

/** Moves the focus to the next message, or the one before; at first to the last one in sight. */
export function walk(by: 1 | -1): void {
  const here = focusedLine();
  const next = here ? beside(here, by) : lastInSight(messagesIn(document));
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
}

const messagesIn = (place: ParentNode): HTMLElement[] => [...place.querySelectorAll<HTMLElement>('.timeline .message[id]')];

/** The message next to one, whose page is not drawn yet where one has scrolled away from it. */
function beside(line: HTMLElement, by: 1 | -1): HTMLElement | undefined {
  const own = line.parentElement!;
  const lines = messagesIn(own);
  let page: Element | null = own;
  let next = lines[lines.indexOf(line) + by];
  while (!next && (page = by > 0 ? page.nextElementSibling : page.previousElementSibling)) {
    draw([page], true);
    next = messagesIn(page).at(by > 0 ? 0 : -1);
  }
  return next;
}

function lastInSight(lines: readonly HTMLElement[]): HTMLElement | undefined {
  const { bottom = 0 } = document.querySelector('.timeline')?.getBoundingClientRect() ?? {};
  return lines.findLast((line) => line.getBoundingClientRect().top < bottom);
}

/** A message that is longer than the view is read first: the browser scrolls in it. */
export function goesOn(by: 1 | -1): boolean {
  const [line, view] = [focusedLine()?.getBoundingClientRect(), document.querySelector('.timeline')?.getBoundingClientRect()];
  if (!line || !view) return false;
  return by > 0 ? line.bottom > view.bottom + 1 : line.top < view.top - 1;
}

/** The menu of a line is a stop of the Tab key only while the line has the focus: 100 lines would be 100 stops. */
export function followFocus(signal: AbortSignal): void {
  let last: HTMLElement | null = null;
  const stop = (line: HTMLElement | null, tabIndex: number) => {
    for (const each of line?.querySelectorAll<HTMLElement>('.menu-toggle, .time') ?? []) each.tabIndex = tabIndex;
  };
  const focused = () => {
    const line = focusedLine();
    if (line === last) return;
    stop(last, -1);
    stop((last = line), 0);
  };
  document.addEventListener('focusin', focused, { signal });
}
