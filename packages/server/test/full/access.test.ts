import { contract } from '@parley/core';
import { ask } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idOf, personActions } from '../../src/account/administration.ts';
import { formProof } from '../../src/surfaces/pages/forms.ts';
import { accountMatrix, usersMatrix } from '../account-matrix.ts';
import { accountOf, accountRoles, accountScene, type AccountScene } from '../account-scene.ts';
import { accessMatrix } from '../access-matrix.ts';
import { accessScene, roles, secret, type AccessScene } from '../access-scene.ts';
import { serve, type Served } from '../in-process.ts';
import { maya, signUp } from '../people.ts';

let server: Served;
let scene: AccessScene;
beforeAll(async () => {
  server = await serve({ PARLEY_RATE_LIMIT: '0', PARLEY_SECRET: secret });
  scene = await accessScene(server);
});
afterAll(() => server.stop());

test.each(accessMatrix)('$operation answers each role as the matrix says', async ({ operation, statuses, prepare }) => {
  const answered: [string, number][] = [];
  for (const role of roles) {
    const input = await prepare?.(scene);
    answered.push([role, (await ask(server, operation, scene.callers[role], input)).status]);
  }
  expect(answered).toEqual(roles.map((role, i) => [role, statuses[i]]));
});

describe('of operations that need an account', () => {
  let served: Served;
  let people: AccountScene;
  beforeAll(async () => {
    served = await serve({ PARLEY_RATE_LIMIT: '0', PARLEY_SIGN_UP: 'true' });
    people = await accountScene(served);
  });
  afterAll(() => served.stop());

  test('the matrix has every one', () => {
    const needing = Object.entries(contract()).filter(([, { auth }]) => auth === 'session' || auth === 'identity');
    expect(accountMatrix.map(({ operation }) => operation).toSorted()).toEqual(needing.map(([name]) => name).toSorted());
    expect(Object.keys(usersMatrix).toSorted()).toEqual(['see', ...personActions].toSorted());
  });

  test.each(accountMatrix)('$operation answers each role as the matrix says', async ({ operation, statuses, prepare }) => {
    const answered: [string, number][] = [];
    for (const role of accountRoles) {
      const input = await prepare?.(people);
      answered.push([role, (await ask(served, operation, people.callers[role], input)).status]);
    }
    expect(answered).toEqual(accountRoles.map((role, i) => [role, statuses[i]]));
  });

  const target = accountOf('target');
  const personOf = async (email: string) => (await served.parley.directory.find(email))[0];
  /** A status, or the page to which an answer leads. */
  const shown = ({ status, headers }: Response): number | string =>
    status === 303 ? headers.get('location')!.replace(/\?.*/, '') : status;

  test.each(Object.entries(usersMatrix))(
    '%s on the page of people answers each role as the matrix says',
    async (change, says) => {
      // Few can sign up from one address within an hour.
      if (!(await personOf(target.email))) await signUp(served, target);
      const id = idOf((await personOf(target.email))!);
      const answered: [string, number | string][] = [];
      for (const role of accountRoles) {
        const cookie = people.browsers[role]?.cookie(served.url) ?? '';
        const email = role === 'administrator' ? maya.email : accountOf(role).email;
        const accountId = role === 'none' ? '' : (await personOf(email))!.accountId!;
        // Even with the proof of the page.
        const proof = formProof(served.parley.secret, accountId, id, change);
        const body = new URLSearchParams({ id, change, proof });
        const posted = { method: 'POST', body, headers: { cookie, origin: served.url } };
        const asked = change === 'see' ? { headers: { cookie } } : posted;
        answered.push([role, shown(await fetch(`${served.url}/users`, { ...asked, redirect: 'manual' }))]);
      }
      expect(answered).toEqual(accountRoles.map((role, i) => [role, says[i]]));
    },
  );
});
