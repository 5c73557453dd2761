import { exportJWK, generateKeyPair, type FlattenedJWSInput, type JSONWebKeySet } from 'jose';
import { expect, it } from 'vitest';
import { publishedKeys } from './published-keys.ts';

const unused = {} as FlattenedJWSInput;

async function withKeys(...kids: string[]) {
  const { publicKey } = await generateKeyPair('EdDSA');
  const key = await exportJWK(publicKey);
  const clock = { now: 0 };
  const published: JSONWebKeySet = { keys: kids.map((kid) => ({ ...key, kid })) };
  let reads = 0;
  const find = publishedKeys(
    async () => {
      reads += 1;
      return structuredClone(published);
    },
    () => clock.now,
  );
  return {
    clock,
    reads: () => reads,
    publish: (kid: string) => published.keys.push({ ...key, kid }),
    find: async (kid: string) => Boolean(await find({ alg: 'EdDSA', kid }, unused)),
  };
}

it('forged JWTs with unpublished keys cause one read of the keys in five seconds', async () => {
  const { find, reads, clock } = await withKeys('a');
  for (let i = 0; i < 20; i += 1) await expect(find(`forged ${i}`)).rejects.toThrow('no applicable key');
  expect(reads()).toBe(2);
  expect(await find('a')).toBe(true);
  clock.now = 5_000;
  for (let i = 0; i < 20; i += 1) await expect(find(`forged ${i}`)).rejects.toThrow('no applicable key');
  expect(reads()).toBe(3);
});

it('a newly published key is found immediately, and five seconds after a forged one', async () => {
  const { find, publish, clock } = await withKeys('a');
  expect(await find('a')).toBe(true);
  publish('b');
  expect(await Promise.all([find('b'), find('b')])).toEqual([true, true]);
  publish('c');
  await expect(find('c')).rejects.toThrow('no applicable key');
  clock.now = 5_000;
  expect(await find('c')).toBe(true);
});
