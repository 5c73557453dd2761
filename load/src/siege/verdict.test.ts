import { describe, expect, it } from 'vitest';
import type { Round } from './round.ts';
import { faultsOf } from './verdict.ts';

const calm: Round = {
  alive: true,
  rssMb: { before: 300, peak: 320 },
  health: { latenciesMs: [1, 2, 3], failed: 0 },
  sockets: { before: 4, peak: 20, after: 4 },
  honest: { requests: 100, refused: 0, worstMs: 12, faults: [] },
  gained: { statuses: { '200': 3 }, cut: 0, notes: [], broken: [] },
};

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
    ['40 sockets leaked', { sockets: { before: 4, peak: 50, after: 44 } }],
    ['400 spaces created', { gained: { ...calm.gained, broken: ['400 spaces created'] } }],
  ])('is reported: %s', (fault, what) => expect(faultsOf({ ...calm, ...what })).toEqual([fault]));

  it('can come close to the limits', () =>
    expect(
      faultsOf({
        ...calm,
        rssMb: { before: 300, peak: 899 },
        health: { latenciesMs: [999], failed: 0 },
        honest: { ...calm.honest, refused: 2 },
        sockets: { before: 4, peak: 500, after: 9 },
      }),
    ).toEqual([]));
});
