import type { CatchUp } from '@parley/sdk';
import { expect, test } from 'vitest';
import { ended, waiting } from './caught.ts';

const decisionId = '5b1d4a1e-7a57-4c8f-9d7f-00000000000c';
const open = { decisionId, title: 'Send it?\n', options: ['approve', 'reject'], openedBy: 'b' };
const lines = (...decisions: object[]) => waiting({ decisions } as CatchUp['todo']).map(({ line }) => line);

test('what waits says how it is answered, and about which version', () => {
  expect(lines(open, { ...open, artifactId: 'a', version: 3 })).toEqual([
    expect.stringMatching(/^Decision Send it\?[^\n]*: approve or reject, `parley answer 5b1d4a1e OPTION`$/),
    expect.stringMatching(/`parley answer 5b1d4a1e OPTION --at 3`$/),
  ]);
});

test('nothing that a server sends becomes a part of the command', () => {
  expect(lines({ ...open, decisionId: '; ls', version: '1; ls' })).toEqual([
    expect.stringMatching(/`parley answer DECISION OPTION --at NaN`$/),
  ]);
});

test('what has ended is listed with its outcome, without what is about proposals', () => {
  const past = { decisionId, title: 'Which day?', openedBy: 'b', actorId: 'b', sequence: 4 };
  const decided = [
    { ...past, state: 'decided', outcome: 'mon' },
    { ...past, state: 'lapsed' },
    { proposalId: 'p', state: 'accepted' },
  ];
  expect(ended({ decided } as unknown as CatchUp)).toEqual([
    { heading: 'Decisions', lines: ['Which day?: mon', 'Which day?: lapsed'] },
  ]);
});
