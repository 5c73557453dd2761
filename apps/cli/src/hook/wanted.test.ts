import { expect, test } from 'vitest';
import { taken } from '../watching/folder.ts';
import type { Member } from './members.ts';
import { membershipOf, type Pace } from './pace.ts';
import { wantedOf } from './wanted.ts';

const now = 1_000_000_000;
const member = (spaceId: string, fields: Partial<Member> = {}): Member => ({
  spaceId,
  participantId: 'p',
  baseUrl: 'a',
  ...fields,
});
const idsOf = (members: readonly Member[], queued: Record<string, number> = {}, pace: Pace = {}) =>
  wantedOf(members, new Map(Object.entries(queued)), pace, now).map(({ spaceId }) => spaceId);

test('of many spaces, those in which something waits and the current one are asked, wherever they are in the list', () => {
  const many = Array.from({ length: 40 }, (_, i) => member(`s${i}`, { isCurrent: i === 30 }));
  const ids = idsOf(many, { s39: 1, s0: 0, s1: 0 });
  expect(ids.slice(0, 4)).toEqual(['s39', 's30', 's2', 's3']);
  expect(ids).toHaveLength(20);
});

test('spaces that are over, or whose server is down, take no place of others', () => {
  const many = Array.from({ length: 30 }, (_, i) => member(`s${i}`, { baseUrl: i < 15 ? 'a' : 'b' }));
  const over = Object.fromEntries(many.slice(15, 29).map((each) => [membershipOf(each), now]));
  expect(idsOf(many, {}, { failed: { a: now }, over })).toEqual(['s29']);
});

test('a space whose last answer was lost is asked, although nothing waits there', () => {
  const claims = [{ membership: membershipOf(member('s1')), key: 'k', next: 2, pid: 2 ** 30, at: now }];
  expect(idsOf([member('s1'), member('s2')], { s1: 0, s2: 0 }, { claims })).toEqual(['s1']);
});

test('a session that starts is caught up in the current space and in those that are followed, also where nothing waits', () => {
  const many = Array.from({ length: 9 }, (_, i) => member(`s${i}`, { isCurrent: i === 4 }));
  const known = new Map(Object.entries({ s0: 0, s1: 0, s2: 0, s3: taken, s4: 0 }));
  const caught = [{ membership: membershipOf(many[4]!), after: 7 }];
  const caughtUp = (isStart: boolean) =>
    wantedOf(many, known, { caught }, now, isStart).flatMap(({ spaceId, after }) =>
      after === undefined ? [] : [[spaceId, after]],
    );
  expect(caughtUp(true)).toEqual([
    ['s0', 0],
    ['s1', 0],
    ['s4', 7],
  ]);
  expect(caughtUp(false)).toEqual([]);
});

test('nobody is caught up where another process of the profile answers', () => {
  expect(wantedOf([member('s1', { isCurrent: true })], new Map([['s1', taken]]), {}, now, true)).toEqual([]);
});
