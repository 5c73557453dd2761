import { tables } from '../../resources/index.ts';
import { invitation as invitationRules } from '@parley/core';
import { drizzle } from 'drizzle-orm/pg-proxy';
import { expect, it, onTestFinished } from 'vitest';
import { openEmbedded } from './embedded/open.ts';
import { allMigrations, migrationsBefore, testFolder } from './migrations.fixture.ts';
import { spaceStore } from './spaces.ts';

const spaceId = '11111111-1111-4111-8111-111111111111';
const [used, unused] = ['22222222-2222-4222-8222-222222222222', '33333333-3333-4333-8333-333333333333'];

it('an invitation from before invitations had limits still works, created with its space, with its uses counted', async () => {
  const dataDir = testFolder();
  const old = await openEmbedded({ dataDir, migrationsFolder: migrationsBefore('_invitations') });
  for (const statement of [
    `insert into spaces values ('${spaceId}', '${spaceId}', 'Space', '', null, 'public', 5, 1000, null, null)`,
    `insert into space_heads values ('${spaceId}', 1, 0, 5, false, 1000)`,
    `insert into invitations values ('${spaceId}', 'used-key', '${used}'), ('${spaceId}', 'unused-key', '${unused}')`,
    ...['a', 'b'].map(
      (digit, i) => `insert into participants values ('${spaceId}', '${digit.repeat(8)}-1111-4111-8111-111111111111', ${i + 1},
        'Ada', '', false, false, 'active', '${digit}', '${used}', true, null)`,
    ),
  ]) {
    await old.query(statement);
  }
  await old.close();

  const present = await openEmbedded({ dataDir, migrationsFolder: allMigrations });
  onTestFinished(() => present.close());
  const reads = drizzle(async (text, params) => ({ rows: await present.query(text, params) }));
  const { state } = (await spaceStore(reads, present, tables).load(spaceId))!;
  const plain = { createdAt: 5, expiresAt: undefined, maxUses: undefined, role: undefined, revokedAt: undefined };
  expect([...state.invitations.values()]).toEqual([
    { ...plain, invitationId: used, keyHash: 'used-key', uses: 2 },
    { ...plain, invitationId: unused, keyHash: 'unused-key', uses: 0 },
  ]);
  for (const each of state.invitations.values()) expect(invitationRules.stateAt(each, 999)).toBe('active');
  expect(state.holders.get('used-key')).toBe(used);
});
