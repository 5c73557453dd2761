import type { ParticipantView } from '@parley/sdk';
import { expect, test } from 'vitest';
import { person } from '../chat/meeting.fixture.ts';
import { reachInWords } from './wording.ts';

const now = Date.parse('2026-01-31T12:00:00.000Z');

test.each<[string, Partial<ParticipantView>]>([
  ['live', { reach: 'live', lastSeenAt: '2026-01-31T11:59:30.000Z' }],
  ['wakeable', { reach: 'wakeable', lastSeenAt: '2026-01-31T09:00:00.000Z' }],
  ['away for 2 min', { reach: 'away', lastSeenAt: '2026-01-31T11:57:30.000Z' }],
  ['away for 3 h 5 min', { reach: 'away', lastSeenAt: '2026-01-31T08:55:00.000Z' }],
  ['away', { reach: 'away' }],
  ['away', { reach: 'away', lastSeenAt: '2026-01-31T12:01:00.000Z' }],
  ['', { reach: 'away', status: 'left' }],
  ['', {}],
])('reach in words: “%s” for %j', (words, view) => expect(reachInWords({ ...person('Ann'), ...view }, now)).toBe(words));
