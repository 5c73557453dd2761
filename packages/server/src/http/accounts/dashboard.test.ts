import type { OutputOf } from '@parley/core';
import { expect, it } from 'vitest';
import { dashboard } from './dashboard.ts';

const space = { name: 'Bridge', role: 'owner', status: 'active', state: 'closed', ttlRemaining: 0 };
const token = { id: 't', name: 'Agent', prefix: 'usr_a', revoked: false } as OutputOf<'listApiTokens'>[number];

const some = (there: number, limit: number, one: object) => Array.from({ length: Math.min(there, limit) }, () => one);

/** The page of a user with this number of spaces and tokens. */
async function page(spaces: number, tokens: number): Promise<string> {
  const perform = async (name: string, { limit }: { limit: number }) =>
    name === 'listMySpaces' ? some(spaces, limit, space) : some(tokens, limit, token);
  return dashboard({ perform: perform as never }, {});
}

const count = (html: string, what: string): number => html.split(what).length - 1;

it.each([
  [100, 100, 0],
  [101, 3, 1],
  [150, 1_000, 2],
])('of %i spaces and %i tokens shows the newest 100 each, and says if there are more', async (spaces, tokens, said) => {
  const html = await page(spaces, tokens);
  expect([count(html, 'Bridge'), count(html, 'Agent')]).toEqual([100, Math.min(tokens, 100)]);
  expect(count(html, 'Only the newest 100 are shown.')).toBe(said);
});
