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
/** What takes longer is a pause. */
const longestStepMs = 500;

/**
 * Ends all listeners of a feed one by one, in random order and evenly over a time, so that their clients do not all reconnect at once.
 * Listeners that join meanwhile are ended too. Resolves as soon as nobody listens.
 *
 * Each step ends what is due after the time that it took: timers are late on a busy machine, and steps of a fixed size would leave most
 * ends to the last seconds. After a pause of the process the rest is spread over the rest of the time.
 */
export async function drain(feed: Pick<Feed, 'listening'>, { ms, cut, now = () => performance.now() }: Drain): Promise<void> {
  const until = now() + ms;
  let [due, last] = [0, now()];
  for (;;) {
    const listeners = feed.listening();
    const time = now();
    const left = until - time;
    if (listeners.length === 0 || cut.aborted) return;
    if (left <= 0) return listeners.forEach((listener) => listener.end('stopping'));
    const took = time - last > longestStepMs ? betweenMs : time - last;
    due += (listeners.length * took) / (took + left);
    last = time;
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
