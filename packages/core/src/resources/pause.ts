import type { Instant } from '../kernel/instant.ts';
import type { Pause } from '../kernel/space.ts';
import { continued, stopped } from '../kernel/standstill.ts';
import type { Changes, SpaceState } from '../kernel/state.ts';
import { entityNames, entityTraits } from './state.ts';

/** A space that is paused: what runs out in it keeps the time that is left. */
export const paused = (state: SpaceState, pause: Pause): Changes => ({
  ...moved(timedIn(state), (at) => stopped(at, pause.at)),
  space: { ...state.space, paused: pause },
});

/** A space that goes on, and with it the time that was left. */
export const resumed = (state: SpaceState, now: Instant): Changes => ({
  ...moved(timedIn(state), (at) => continued(at, now)),
  space: { ...state.space, paused: undefined },
});

/** The changes of a write: in a paused space, what they begin does not run out either. */
export const heldStill = <These extends Changes>({ space }: Pick<SpaceState, 'space'>, changes: These, now: Instant): These =>
  space.paused && (changes.space ?? space).paused ? { ...changes, ...moved(changes, (at) => stopped(at, now)) } : changes;

const timed = entityNames.flatMap((name) => {
  const { dueAt, withDue } = entityTraits[name];
  return dueAt && withDue ? [{ name, dueAt, withDue }] : [];
});

/** What runs out, by name. */
function timedIn(state: SpaceState): Changes {
  const found: Record<string, unknown[]> = {};
  for (const { name, dueAt } of timed) {
    const due = [...state[name].values()].filter((each) => dueAt(each) !== undefined);
    if (due.length > 0) found[name] = due;
  }
  return found;
}

/** The same at other instants, by name. */
function moved(changes: Changes, move: (at: Instant) => Instant): Changes {
  const after: Record<string, unknown[]> = {};
  for (const { name, dueAt, withDue } of timed) {
    const later = (each: unknown) => {
      const at = dueAt(each);
      return at === undefined ? each : withDue(each, move(at));
    };
    if (changes[name]) after[name] = changes[name].map(later);
  }
  return after;
}
