import { spaceId } from './api.js';

const place = `parley ${spaceId}`;

/** Who we are in this space, for as long as the tab is open: `{ participantId, key? }`, no key while the owner decides. */
export function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(place)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** A browser may refuse to store anything; then a reload forgets us, and all else works. */
export function keep(membership) {
  try {
    if (membership) sessionStorage.setItem(place, JSON.stringify(membership));
    else sessionStorage.removeItem(place);
  } catch {}
}
