import { apply, decision, defaultLimits, newSpace, type SpaceState } from '@parley/core';
import { expect, it, vi } from 'vitest';
import { noMeter } from '../../engine/observe/meter.ts';
import { nothingYet } from '../../engine/write/effects.ts';
import type { SpaceWrite } from '../../engine/write/decide.ts';
import { decisionUpkeep } from './upkeep.ts';

const ids = (count: number): string[] => Array.from({ length: count }, (_, i) => `space ${String(i).padStart(4, '0')}`);

function aSpace(spaceId: string, { expiresInSeconds }: { expiresInSeconds?: number } = {}): SpaceState {
  const wish = { spaceId, ownerId: 'owner', keyHash: 'k', name: 'x', description: '', privacy: 'public' as const, ttl: 9_999 };
  const state = newSpace(wish, 0);
  const [owner] = state.participants.values();
  const gone = { ...owner!, participantId: 'gone', isOwner: false, keyHash: 'g', status: 'left' as const, endedAt: 1 };
  const asked = { decisionId: 'd', title: 'Ship it?', total: 0, rule: 'all' as const, isSecret: false, fallback: undefined };
  const voters = [{ participantId: expiresInSeconds ? 'owner' : 'gone', name: 'x', speaker: 'guest' as const }];
  const opened = decision.open(state, { ...asked, voters, expiresInSeconds }, { ...gone, participantId: 'forgotten' }, 0);
  return apply(state, { participants: [gone], decisions: [opened] });
}

function given(spaces: Map<string, SpaceState>, now: number) {
  const failed = vi.fn<(error: unknown) => void>();
  const upkeep = decisionUpkeep(
    {
      decisions: {
        spacesLeft: async (_: number, limit: number, after = '') =>
          [...spaces.keys()].filter((spaceId) => spaceId > after).slice(0, limit),
      } as never,
      deliveries: { some: async () => [], openBetween: async () => new Map() } as never,
    },
    {
      committer: {
        write: (async (spaceId: string, write: SpaceWrite) => {
          const { changes = {}, outcome } = write.decide(spaces.get(spaceId)!, undefined, now, nothingYet);
          spaces.set(spaceId, apply(spaces.get(spaceId)!, changes));
          return { outcome };
        }) as never,
      },
      limits: defaultLimits,
      meter: noMeter,
      stateOf: async (spaceId) => spaces.get(spaceId),
      sweepMs: 60_000,
      now: () => now,
      failed,
    },
  );
  return { upkeep, failed };
}

const openIn = (spaces: Map<string, SpaceState>): number =>
  [...spaces.values()].reduce((sum, { decisions }) => sum + decisions.size, 0);

it('looks at every space that somebody has left, however many there are', async () => {
  const spaces = new Map(ids(1_050).map((spaceId) => [spaceId, aSpace(spaceId)]));
  const { upkeep, failed } = given(spaces, 10);
  const sweep = upkeep.repeated!.find(({ name }) => name === 'forgotten decisions')!;
  await sweep.run(() => false);
  expect([openIn(spaces), failed.mock.calls]).toEqual([0, []]);
});

it('ends one whose time is over although the space has forgotten who opened it', async () => {
  const spaces = new Map([['s', aSpace('s', { expiresInSeconds: 60 })]]);
  const { upkeep } = given(spaces, 60_000);
  await upkeep.due![0]!.record!('s');
  expect(openIn(spaces)).toBe(0);
});
