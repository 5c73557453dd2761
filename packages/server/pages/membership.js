import { spaceId } from './api.js';

const place = `parley ${spaceId}`;

/** The participant of this tab: `{ participantId, key? }`, without a key until the owner has decided. */
export function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(place)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** A browser can refuse storage; then a reload loses the membership, and everything else works. */
export function keep(membership) {
  try {
    if (membership) sessionStorage.setItem(place, JSON.stringify(membership));
    else sessionStorage.removeItem(place);
  } catch {}
}
