import { expect, test } from 'vitest';
import { participantsIn } from './listings.ts';
import { became, meeting, person } from './meeting.fixture.ts';
import { met } from './model.ts';
import { told } from './told.ts';

test('/who names the reach of those who are not live', () => {
  const people = [
    person('Ann'),
    { ...person('Bert'), reach: 'live' as const },
    { ...person('Cleo'), reach: 'wakeable' as const },
  ];
  expect(participantsIn(meeting('Olga', people))).toMatch(/2 Ann\n {2}3 Bert\n {2}4 Cleo \(wakeable\)$/);
});

test('an event about a participant, which has no reach, does not change its reach', () => {
  const model = met(meeting('Olga', []), [{ ...person('Ann'), reach: 'away' }]);
  expect(participantsIn(told(model, became('Ann', 'muted', 'active')))).toMatch(/2 Ann \(muted, away\)$/);
});
