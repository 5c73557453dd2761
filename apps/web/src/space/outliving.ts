/** A `fetch` whose requests outlive a page that goes away: browsers abort others with it. */
export function outliving(page: EventTarget): typeof fetch {
  let isLeaving = false;
  // Before those who send something then.
  page.addEventListener('pagehide', () => (isLeaving = true), { capture: true });
  page.addEventListener('pageshow', () => (isLeaving = false), { capture: true });
  return (address, init) => fetch(address, isLeaving ? { ...init, keepalive: true } : init);
}
