import type { Fact } from '../kernel/facts.ts';
import type { Instant } from '../kernel/instant.ts';
import type { Space } from '../kernel/space.ts';
import type { Changes, SpaceState } from '../kernel/state.ts';
import { entityNames, entityTraits } from './state.ts';

/** When time alone next changes a state, if nothing else happens first. */
export function nextDue(state: SpaceState): Instant {
  const { space } = state;
  if (space.end || space.isLeaving) return Infinity;
  let due = space.expiresAt;
  for (const { name, dueAt } of temporal) for (const each of state[name].values()) due = Math.min(due, dueAt(each) ?? Infinity);
  return due;
}

/** What time changed since the state was stored: the space expired, or for example locks and leases did. Undefined if nothing. */
export function overdue(state: SpaceState, now: Instant): { changes: Changes; events: Fact[] } | undefined {
  const { space } = state;
  if (space.end || space.isLeaving) return undefined;
  if (now >= space.expiresAt) return ended(state, { ...space, end: { at: space.expiresAt, reason: 'expired' } });
  const events: Fact[] = [];
  const changes: Record<string, unknown[]> = {};
  for (const { name, dueAt, lapse } of temporal) {
    for (const each of state[name].values()) {
      if (now < (dueAt(each) ?? Infinity)) continue;
      const { changed, fact } = lapse(each, now);
      (changes[name] ??= []).push(changed);
      events.push(fact);
    }
  }
  return events.length > 0 ? { changes, events } : undefined;
}

/** The end of a space, and what it makes of what the space contains. It is the last event. */
export function ended(state: SpaceState, space: Space): { changes: Changes; events: Fact[] } {
  const changes: Record<string, unknown[]> = {};
  const forgotten: Record<string, unknown[]> = {};
  for (const name of entityNames) {
    const { atEnd } = entityTraits[name];
    if (!atEnd) continue;
    for (const each of state[name].values()) {
      const left = atEnd(each);
      if (left === null) (forgotten[name] ??= []).push(each);
      else if (left !== undefined) (changes[name] ??= []).push(left);
    }
  }
  const { at, reason } = space.end!;
  return { changes: { ...changes, space, forgotten }, events: [{ event: 'space-closed', body: { reason, at } }] };
}

const temporal = entityNames.flatMap((name) => {
  const { dueAt, lapse } = entityTraits[name];
  return dueAt && lapse ? [{ name, dueAt, lapse }] : [];
});
