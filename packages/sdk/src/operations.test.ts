import { contract, defaultLimits } from '@parley/core';
import { expect, test } from 'vitest';
import { operations, type Credential, type OperationName } from './operations.ts';

const declared = contract(defaultLimits);
const names = Object.keys(declared) as (keyof typeof declared)[];

/** Which credentials satisfy what the contract asks for. */
const fits: Record<string, Credential[]> = {
  none: ['none', 'link'],
  owner: ['key'],
  participant: ['key'],
  member: ['key'],
  anyKey: ['key'],
  invitation: ['key', 'keyAndLink'],
  session: ['session'],
  identity: ['user'],
};

test('has every operation of the contract and no other, in its order', () => {
  expect(Object.keys(operations)).toEqual(names);
});

test.each(names)('calls %s by the method and path of the contract, with what it asks for', (name: OperationName) => {
  const [method, path, credential] = operations[name];
  expect([method, path]).toEqual([declared[name].method, declared[name].path]);
  expect(fits[declared[name].auth]).toContain(credential);
});
