import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Secrets } from './secrets.ts';
import { KeychainError, type Keychain } from './system-keychain.ts';

/** Secrets over a fake keychain that counts its probes. */
async function profile({ setting = '', ...changes }: Partial<Keychain> & { setting?: string } = {}) {
  const all = await mkdtemp(join(tmpdir(), 'parley-secrets-'));
  onTestFinished(() => rm(all, { recursive: true, force: true }));
  const folder = join(all, 'default');
  const kept = new Map<string, string>();
  const notes: string[] = [];
  const seen = { probes: 0 };
  const keychain: Keychain = {
    probe: async () => void (seen.probes += 1),
    write: async (account, secret) => void kept.set(account, secret),
    read: async (account) => kept.get(account),
    remove: async (account) => void kept.delete(account),
    ...changes,
  };
  return { folder, kept, notes, seen, secrets: new Secrets(folder, { keychain, setting, note: (text) => notes.push(text) }) };
}

const fail = async () => Promise.reject(new KeychainError('locked'));

test('a secret is returned by its account until it is removed', async () => {
  const { secrets, kept } = await profile();
  const accounts = [await secrets.put('a space', 'one'), await secrets.put('a space', 'two')];
  expect(await Promise.all(accounts.map((account) => secrets.get(account!)))).toEqual(['one', 'two']);
  await secrets.remove(accounts[0]);
  expect([...kept.values()]).toEqual(['two']);
  await expect(secrets.get(accounts[0]!)).rejects.toMatchObject({ reason: 'keyNeeded' });
});

test('the keychain is tested once a day', async () => {
  const { folder, secrets, seen } = await profile();
  await secrets.put('a', '1');
  await secrets.put('b', '2');
  expect(seen.probes).toBe(1);
  await writeFile(join(folder, 'keychain.json'), JSON.stringify({ works: true, at: Date.now() - 25 * 3_600_000 }));
  await secrets.put('c', '3');
  expect(seen.probes).toBe(2);
});

test('a keychain that does not work stores nothing, and a note says so once', async () => {
  const { secrets, notes } = await profile({ probe: fail });
  expect(await secrets.put('a', '1')).toBeUndefined();
  expect(await secrets.put('b', '2')).toBeUndefined();
  expect(notes).toEqual([expect.stringContaining('The keychain does not work')]);
});

test('a secret that the keychain refuses late is not lost, even if the keychain is required', async () => {
  const { secrets, notes } = await profile({ setting: 'on', write: fail });
  await secrets.prepare();
  expect(await secrets.put('a', '1')).toBeUndefined();
  expect(notes).toHaveLength(1);
  await expect(secrets.prepare()).rejects.toThrow('does not work: locked');
});

test('Ctrl-C while a secret is stored neither loses it nor marks the keychain as broken', async () => {
  const { secrets, notes } = await profile({ write: () => Promise.reject(new Error('Interrupted')) });
  expect(await secrets.put('a', '1')).toBeUndefined();
  expect(notes).toEqual([]);
  await expect(
    profile({ read: () => Promise.reject(new Error('Interrupted')) }).then(({ secrets }) => secrets.get('a')),
  ).rejects.toThrow('Interrupted');
});

test('a failing keychain does not prevent deletion, and a note names what it still holds', async () => {
  const { secrets, notes } = await profile({ remove: fail });
  await secrets.remove('an account');
  expect(notes).toEqual(['The keychain still holds “an account”: locked']);
});
