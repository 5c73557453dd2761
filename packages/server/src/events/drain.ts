import type { Feed } from './feed.ts';

interface Drain {
  /** The time over which the ends are spread. */
  ms: number;
  /** Gives up: what is left is not ended here. */
  cut: AbortSignal;
  /** A clock that never goes back, in ms. */
  now?: () => number;
}

const betweenMs = 25;

/**
 * Ends all listeners of a feed one by one, in random order and evenly over a time, so that their clients do not all reconnect at once.
 * Listeners that join meanwhile are ended too. Resolves as soon as nobody listens.
 *
 * The pace depends on what is left at each step: after a pause of the process the rest is spread over the rest of the time.
 */
export async function drain(feed: Pick<Feed, 'listening'>, { ms, cut, now = () => performance.now() }: Drain): Promise<void> {
  const until = now() + ms;
  let due = 0;
  for (;;) {
    const listeners = feed.listening();
    const left = until - now();
    if (listeners.length === 0 || cut.aborted) return;
    if (left <= 0) return listeners.forEach((listener) => listener.end('stopping'));
    due += listeners.length / Math.ceil(left / betweenMs);
    for (; due >= 1 && listeners.length > 0; due -= 1) takeAny(listeners).end('stopping');
    await new Promise((resolve) => setTimeout(resolve, Math.min(betweenMs, left)));
  }
}

/** Removes a random element. */
function takeAny<Element>(elements: Element[]): Element {
  const i = Math.floor(Math.random() * elements.length);
  const taken = elements[i]!;
  elements[i] = elements.at(-1)!;
  elements.pop();
  return taken;
}
