import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { contract, defaultLimits } from '@parley/core';
import { expect, test } from 'vitest';
import type { Access } from './access.ts';
import { operations, type OperationName } from './generated/operations.ts';

const declared = contract(defaultLimits);
const names = Object.keys(declared) as (keyof typeof declared)[];

/** Which credentials satisfy what the contract asks for. */
const fits: Record<string, Access[]> = {
  none: ['none', 'link'],
  owner: ['key'],
  participant: ['key'],
  member: ['key'],
  anyKey: ['key'],
  invitation: ['key', 'keyAndLink'],
  session: ['session'],
  identity: ['user'],
};

test('is drawn from the contract as it is now, as the types are', () => {
  const script = fileURLToPath(new URL('../scripts/draw.mjs', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('has every operation of the contract and no other, in its order', () => {
  expect(Object.keys(operations)).toEqual(names);
});

test.each(names)('calls %s by the method and path of the contract, with what it asks for', (name: OperationName) => {
  const [method, path, access] = operations[name];
  expect([method, path]).toEqual([declared[name].method, declared[name].path]);
  expect(fits[declared[name].auth]).toContain(access);
});
