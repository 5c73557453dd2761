import { computed } from '@preact/signals';
import { place } from '../app/place.ts';

/** What is open beside the conversation: a part of the address, so that it can be linked, and the browser's back button closes it. */
export const hash = computed(() => (place.value.screen === 'room' ? location.hash : ''));

/** How many steps back the conversation alone is; undefined if it was not open before, as after a link to something. */
const stepsBack = (): number | undefined => (location.hash ? (history.state as { steps?: number } | null)?.steps : 0);

/** Changes what is open. `steps`: how many steps back the conversation alone is. */
export function put(method: 'pushState' | 'replaceState', address: string, steps: number | undefined): void {
  history[method]({ steps }, '', address);
  place.value = { ...place.value };
}

/** Opens something. `replace`: what is open is nothing to come back to. */
export function show(next: string, { replace = false } = {}): void {
  const steps = stepsBack();
  if (replace) put('replaceState', next, steps);
  else put('pushState', next, steps === undefined ? undefined : steps + 1);
}

/** Returns to the conversation. */
export function close(): void {
  const steps = stepsBack();
  if (steps) history.go(-steps);
  else put('replaceState', location.pathname + location.search, 0);
}
