import { expect, it } from 'vitest';
import { dashboard } from './dashboard.ts';

const space = { name: 'Bridge', expiresAt: 0, end: { at: 0, reason: 'closed' } };

const some = (there: number, limit: number, one: object) => Array.from({ length: Math.min(there, limit) }, () => one);

/** The page of a human with so many spaces and tokens. */
async function page(spaces: number, tokens: number): Promise<string> {
  const membership = { space, participant: { isOwner: true, status: 'active' } };
  const token = { tokenId: 't', name: 'Agent', prefix: 'usr_a', lastUsedAt: null };
  const parley = {
    provider: { person: async () => ({}) },
    identity: { user: async () => ({ userId: 'u' }) },
    env: {
      memberships: { of: async (_: string, { limit }: { limit: number }) => some(spaces, limit, membership) },
      tokens: { working: async (_: string, limit: number) => some(tokens, limit, token) },
    },
  };
  return dashboard(parley as never, {} as never);
}

const count = (html: string, what: string): number => html.split(what).length - 1;

it.each([
  [100, 100, 0],
  [101, 3, 1],
  [150, 1_000, 2],
])('of %i spaces and %i tokens shows the newest 100 each, and says where there are more', async (spaces, tokens, said) => {
  const html = await page(spaces, tokens);
  expect([count(html, 'Bridge'), count(html, 'Agent')]).toEqual([100, Math.min(tokens, 100)]);
  expect(count(html, 'Only the newest 100 are shown.')).toBe(said);
});
