/** Scrolls a long list to one of its links, and nothing else. */
export function scrollWithin(selector: string, link: Element): void {
  const list = link.closest(selector);
  if (!list || list.scrollHeight <= list.clientHeight) return;
  const [{ top, bottom }, frame] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
  if (top < frame.top || bottom > frame.bottom) list.scrollTop += top - frame.top - frame.height / 2;
}
