import type { OutputOf } from '@parley/core';
import { expect, it } from 'vitest';
import { linked } from './account.ts';

const space = { spaceId: 's', name: 'Bridge', role: 'owner', status: 'active', state: 'closed', ttlRemaining: 0 };
const token = {
  id: 't',
  name: 'Agent',
  prefix: 'usr_a',
  createdAt: '2026-11-23',
  revoked: false,
} as OutputOf<'listApiTokens'>[number];

const some = (there: number, limit: number, one: object) => Array.from({ length: Math.min(there, limit) }, () => one);

/** The page of a user with this number of spaces and tokens. */
async function page(spaces: number, tokens: number): Promise<string> {
  const perform = async (name: string, { limit }: { limit: number }) =>
    name === 'listMySpaces' ? some(spaces, limit, space) : some(tokens, limit, token);
  return linked({ perform: perform as never }, {});
}

const count = (html: string, what: string): number => html.split(what).length - 1;
const named = (name: string): string => `<p class="name"><bdi>${name}</bdi>`;

it.each([
  [100, 100, 0],
  [101, 3, 1],
  [150, 1_000, 2],
])('of %i spaces and %i tokens shows the newest 100 each, and says if there are more', async (spaces, tokens, said) => {
  const html = await page(spaces, tokens);
  expect([count(html, named('Bridge')), count(html, named('Agent'))]).toEqual([100, Math.min(tokens, 100)]);
  expect(count(html, 'Only the newest 100 are shown.')).toBe(said);
});

it('says of each agent in which open spaces it takes part, and of each space through whom', async () => {
  const open = { ...space, state: 'open', ttlRemaining: 7_200 };
  const spaces = [
    { ...open, spaceId: 'a', name: 'Hers', tokenId: 't' },
    { ...open, spaceId: 'b', name: 'Left', tokenId: 't', status: 'left' },
    { ...open, spaceId: 'c', name: 'Mine' },
    { ...open, spaceId: 'd', name: '<i>Revoked', tokenId: 'gone' },
  ];
  const perform = async (name: string) => (name === 'listMySpaces' ? spaces : [{ ...token, name: '<b>Ada' }]);
  const html = await linked({ perform: perform as never }, {});
  expect(html).toContain('Takes part in <a href="room/a"><bdi>Hers</bdi></a>.');
  expect([count(html, 'through <bdi>&lt;b&gt;Ada</bdi>'), count(html, 'through an agent')]).toEqual([2, 1]);
  expect([...html.matchAll(/href="(room\/\w)">Open/g)].map(([, at]) => at)).toEqual(['room/a', 'room/c', 'room/d']);
});
