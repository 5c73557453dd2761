import { expect, test } from 'vitest';
import { changesIn, isSooner } from './changes.ts';

const present = { name: 'Release', description: 'Ship it', agenda: '1. Date\n2. Risks', budget: 12, approves: false };
const unchanged = { name: present.name, description: present.description, agenda: present.agenda, budget: '12', ttl: '' };

test('what stays is not sent, whatever line ends the form uses', () => {
  expect(changesIn({ ...unchanged, agenda: '1. Date\r\n2. Risks' }, present)).toEqual({});
});

test('what changes is sent', () => {
  expect(changesIn({ ...unchanged, name: 'Release 2', ttl: '3600' }, present)).toEqual({ name: 'Release 2', ttl: 3_600 });
});

test('without a number, the agent budget is removed', () => {
  expect(changesIn({ ...unchanged, budget: '' }, present)).toEqual({ agentBudget: null });
  expect(changesIn({ ...unchanged, budget: '' }, { ...present, budget: undefined })).toEqual({});
});

test('whether the owner approves who joins is sent if it changes, and once it is known', () => {
  expect(changesIn({ ...unchanged, approves: 'on' }, present)).toEqual({ privacy: 'private' });
  expect(changesIn({ ...unchanged, approves: 'on' }, { ...present, approves: true })).toEqual({});
  expect(changesIn(unchanged, { ...present, approves: true })).toEqual({ privacy: 'public' });
  expect(changesIn(unchanged, { ...present, approves: undefined })).toEqual({});
});

test('only a lifetime that ends the space sooner than now has to be confirmed', () => {
  expect(isSooner('3600', 86_400)).toBe(true);
  expect(isSooner('86400', 86_399)).toBe(false);
  expect(isSooner('', 86_400)).toBe(false);
});
