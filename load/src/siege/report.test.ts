import { expect, it } from 'vitest';
import { report } from './report.ts';
import type { Round } from './round.ts';

const round: Round = {
  attack: 'batch-ask',
  alive: true,
  rssMb: { before: 301.4, peak: 512.6 },
  health: { latenciesMs: [3.14, 41.2], failed: 0 },
  sockets: { before: 4, peak: 20, held: 18, after: 4 },
  honest: {
    ...{ requests: 80, refused: 1, errors: [], worstMs: 99.7, faults: [] },
    woken: { signalsMs: [20, 30.4], verificationsMs: [25], missing: 0 },
  },
  gained: { statuses: { '429': 70, '200': 3, '400': 3 }, cut: 2, broken: [], note: 'three questions' },
};

const rowOf = (seen: Round): string => report([seen], new Map()).split('\n')[2]!.replaceAll(/ +/g, ' ');

it('has a row for each attack, and its description', () => {
  expect(rowOf(round)).toBe(
    '| batch-ask | held | alive | 301 → 513 MB | 41 ms, 41 ms | 4 → 20 → 4 | 80 requests, 1 refused, worst 100 ms, 2 woken, worst 30 ms | 200 × 3, 400 × 3, 429 × 70; 2 cut; three questions |',
  );
  const text = report([round], new Map([['batch-ask', 'Asks 1,500 questions in one request.']]));
  expect(text).toContain('- `batch-ask`: Asks 1,500 questions in one request.');
});

it('names broken promises', () => {
  const text = rowOf({
    ...round,
    alive: false,
    honest: { ...round.honest, errors: ['reset', 'reset'], faults: ['“a” is lost'] },
  });
  expect(text).toContain('| the server died; 2 errors of honest clients: reset; “a” is lost | dead |');
  expect(text).toContain('80 requests, 1 refused, 2 errors, 1 faults, worst 100 ms');
});

it('shows "none" if no health check was answered', () =>
  expect(rowOf({ ...round, health: { latenciesMs: [], failed: 3 } })).toContain(
    '| 3 health checks failed | alive | 301 → 513 MB | none |',
  ));
