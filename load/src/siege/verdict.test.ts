import { describe, expect, it } from 'vitest';
import type { Round } from './round.ts';
import { faultsOf } from './verdict.ts';

const calm: Round = {
  alive: true,
  rssMb: { before: 300, peak: 320 },
  health: { latenciesMs: [1, 2, 3], failed: 0 },
  sockets: { before: 4, peak: 20, held: 4, after: 4 },
  honest: {
    ...{ requests: 100, refused: 0, worstMs: 12, faults: [] },
    woken: { signalsMs: [20, 30], verificationsMs: [40], missing: 0 },
  },
  gained: { statuses: { '200': 3 }, cut: 0, broken: [], note: '' },
  ...{ mustBeCut: false, mustWake: false },
};

const mustWake = (woken: Partial<Round['honest']['woken']>) => ({
  mustWake: true,
  honest: { ...calm.honest, woken: { ...calm.honest.woken, ...woken } },
});

describe('a round', () => {
  it('without damage has no fault', () => expect(faultsOf(calm)).toEqual([]));

  it.each<[string, Partial<Round>]>([
    ['the server died', { alive: false }],
    ['900 MB of memory', { rssMb: { before: 300, peak: 900 } }],
    ['health check p99 1000 ms', { health: { latenciesMs: [1_000, 1_000], failed: 0 } }],
    ['2 health checks failed', { health: { latenciesMs: [1], failed: 2 } }],
    ['health was never requested', { health: { latenciesMs: [], failed: 0 } }],
    ['“a” is stored 2 times', { honest: { ...calm.honest, faults: ['“a” is stored 2 times'] } }],
    ['honest clients refused 3 of 100 times', { honest: { ...calm.honest, refused: 3 } }],
    ['honest clients made no requests', { honest: { ...calm.honest, requests: 0 } }],
    ['40 sockets leaked', { sockets: { before: 4, peak: 50, held: 50, after: 44 } }],
    ['the stream ended 60 s late', { gained: { ...calm.gained, broken: ['the stream ended 60 s late'] } }],
    ['50 unused sockets still held', { sockets: { before: 4, peak: 50, held: 50, after: 4 }, mustBeCut: true }],
    ['a wake-up took 2001 ms', mustWake({ signalsMs: [20, 2_001] })],
    ['a verification took 3000 ms', mustWake({ verificationsMs: [3_000] })],
    ['2 wake-ups never came', mustWake({ missing: 2 })],
    ['nobody was woken', mustWake({ signalsMs: [] })],
  ])('is reported: %s', (fault, what) => expect(faultsOf({ ...calm, ...what })).toEqual([fault]));

  it('can come close to the limits', () =>
    expect(
      faultsOf({
        ...calm,
        rssMb: { before: 300, peak: 899 },
        health: { latenciesMs: [999], failed: 0 },
        honest: { ...calm.honest, refused: 2 },
        sockets: { before: 4, peak: 500, held: 500, after: 9 },
      }),
    ).toEqual([]));
});
