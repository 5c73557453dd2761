import { randomUUID } from 'node:crypto';
import { decision as rules, isGone, type Decision, type Facts, type Instant, type SpaceState } from '@parley/core';
import { patient, pause } from '../../engine/async/patience.ts';
import { forEach, type Upkeep, type UpkeepOptions } from '../../engine/schedule/upkeep.ts';
import { Outdated } from '../../engine/write/decide.ts';
import type { deliveryStore } from '../deliveries/queries.ts';
import { concluded } from './deciding.ts';
import { measured } from './metrics.ts';
import type { decisionStore } from './queries.ts';

interface DecisionQueries {
  decisions: ReturnType<typeof decisionStore>;
  deliveries: ReturnType<typeof deliveryStore>;
}

/** Longer than clocks differ and than a write can take. */
const repeatedMs = 10 * 60_000;
const spacesAtOnce = 100;

/** Ends decisions whose time is over, and those that nobody can answer any more. */
export function decisionUpkeep(
  { decisions, deliveries }: DecisionQueries,
  { committer, limits, meter, stateOf, sweepMs, now, failed }: UpkeepOptions,
): Upkeep {
  const left = new Set<string>();
  /** Until when `concludeForgotten` has looked for departures. */
  let departuresSeen: Instant = 0;

  /** Ends a decision, unless somebody else has. */
  async function end(spaceId: string, { decisionId, openedBy, asking }: Decision): Promise<void> {
    const [announcements, open] = await Promise.all([
      deliveries.some(spaceId, asking?.deliveryIds ?? []),
      deliveries.openBetween(spaceId, openedBy, [openedBy]),
    ]);
    await committer.write(spaceId, {
      admit: () => undefined,
      decide(state, _caller, at, latest) {
        const decision = overIn(state, at).find((each) => each.decisionId === decisionId);
        if (!decision) return { outcome: undefined };
        // The space has forgotten those who left long ago.
        const caller = state.participants.get(openedBy);
        const sending = { state, caller, now: at, env: { mint: { id: randomUUID }, limits }, latest };
        return { ...concluded(sending, { announcements, open }, { decision, actorId: openedBy }), outcome: undefined };
      },
      isPrepared: true,
      worksWhenFull: true,
      size: announcements.length * 500,
    });
  }

  /** Ends those of a space that are over. */
  async function conclude(spaceId: string): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        const state = await stateOf(spaceId);
        for (const each of state ? overIn(state, now()) : []) await end(spaceId, each);
        return;
      } catch (error) {
        // A voter or another process was faster.
        if (!(error instanceof Outdated)) throw error;
        await pause(tries, patient);
      }
    }
  }

  async function concludeLeft(): Promise<void> {
    const spaceIds = [...left];
    left.clear();
    await forEach(spaceIds, conclude, failed);
  }

  /** Finds what a process did not get to before it ended: at first everything, then what is new, and what failed a while ago. */
  async function concludeForgotten(isStopped: () => boolean): Promise<void> {
    const [since, until] = [departuresSeen - repeatedMs, now()];
    let spaceIds = await decisions.spacesLeft(since, spacesAtOnce);
    while (spaceIds.length > 0 && !isStopped()) {
      await forEach(spaceIds, conclude, failed);
      spaceIds = await decisions.spacesLeft(since, spacesAtOnce, spaceIds.at(-1));
    }
    if (spaceIds.length === 0) departuresSeen = until;
  }

  return {
    due: [{ name: 'decisions', everyMs: 1_000, find: decisions.spacesDue, record: conclude }],
    repeated: [
      { name: 'decisions without voters', everyMs: 250, run: concludeLeft },
      { name: 'forgotten decisions', everyMs: sweepMs, run: concludeForgotten },
    ],
    counts: [{ metric: 'parley_open_decisions', count: decisions.openCount }],
    stored: {
      decision(spaceId, fact) {
        if (meter.isOn) measured(spaceId, JSON.parse(fact) as Facts['decision'], { meter, find: decisions.find }).catch(failed);
      },
      'participant-status'(spaceId, fact) {
        if (isGone(JSON.parse(fact) as Facts['participant-status'])) left.add(spaceId);
      },
    },
  };
}

/** The decisions of a space that time or departures have ended, as they are then. */
const overIn = (state: SpaceState, now: Instant): Decision[] =>
  state.space.end
    ? []
    : [...state.decisions.values()].map((each) => rules.withDepartures(state, each, now)).filter(({ end }) => end);
