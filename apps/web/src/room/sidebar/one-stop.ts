import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

const places = 'a[href], button:not(:disabled)';
/** What is done with what a list shows has stops of its own. */
const apart = '.moderation, .requests';

const steps: Partial<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

const placesOf = (list: Element): HTMLElement[] =>
  [...list.querySelectorAll<HTMLElement>(places)].filter((each) => !each.closest(apart));

/** Each list in an element is one stop of the Tab key; in it, the arrow keys lead on. Otherwise 900 people would be 900 stops. */
export function useOneStop(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = element.current;
    if (!root) return;
    const stopAt = (list: Element, chosen?: HTMLElement) => {
      const all = placesOf(list);
      const stop = chosen ?? all.find(({ tabIndex }) => tabIndex === 0) ?? all[0];
      for (const each of all) if (each.tabIndex !== (each === stop ? 0 : -1)) each.tabIndex = each === stop ? 0 : -1;
    };
    const stopAtEach = () => root.querySelectorAll('ul').forEach((list) => stopAt(list));
    const listOf = ({ target }: Event) => (target as Element).closest('ul');
    const focused = (event: FocusEvent) => {
      const list = listOf(event);
      if (list && !(event.target as Element).closest(apart)) stopAt(list, event.target as HTMLElement);
    };
    const pressed = (event: KeyboardEvent) => {
      const [list, step] = [listOf(event), steps[event.key]];
      if (!list || !step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const all = placesOf(list);
      const at = all.indexOf(event.target as HTMLElement);
      if (at < 0) return;
      event.preventDefault();
      all[step(at, all.length - 1)]?.focus();
    };
    const observer = new MutationObserver(stopAtEach);
    observer.observe(root, { childList: true, subtree: true });
    root.addEventListener('focusin', focused);
    root.addEventListener('keydown', pressed);
    stopAtEach();
    return () => observer.disconnect();
  }, []);
}
