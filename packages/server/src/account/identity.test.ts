import { expect, it } from 'vitest';
import { Identity, mintToken, type IdentityOptions } from './identity.ts';

it('an unknown user token is looked up once a second, and a known one at each use, so that it can be revoked', async () => {
  let [now, looks] = [0, 0];
  const { token, hash } = mintToken();
  const known = new Set([hash]);
  const tokens = {
    byHash: async (asked: string) => ((looks += 1), known.has(asked) ? { userId: 'ada', tokenId: 'one' } : undefined),
    used: async () => {},
  } as unknown as IdentityOptions['tokens'];
  const none = {} as never;
  const identity = new Identity({ sessions: none, users: none, tokens, now: () => now });

  const unknown = mintToken().token;
  for (let i = 0; i < 5; i += 1) expect(await identity.tokenHolder({ userToken: unknown })).toBeUndefined();
  expect(looks).toBe(1);
  now = 1_000;
  await identity.tokenHolder({ userToken: unknown });
  expect(looks).toBe(2);

  for (let i = 0; i < 3; i += 1)
    expect(await identity.tokenHolder({ userToken: token })).toEqual({ userId: 'ada', tokenId: 'one' });
  expect(looks).toBe(5);
  known.delete(hash);
  expect(await identity.tokenHolder({ userToken: token })).toBeUndefined();
});
