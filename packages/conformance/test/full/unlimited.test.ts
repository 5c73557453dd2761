import { expect, it } from 'vitest';
import { unlimited } from '../servers.ts';
import { hold } from '../suite.ts';

it('a server without a rate limit and without sessions breaks nothing; what was not tried is skipped with its reason', async () => {
  const server = await unlimited();
  const { code, report, said } = await hold(server).finally(() => server.stop());
  const checks = report?.checks ?? [];
  expect(checks.filter(({ status }) => status === 'broken').map(({ name, reason }) => [name, reason])).toEqual([]);
  expect([code, said]).toEqual([0, expect.stringContaining('the rate limit of this server is off')]);
  for (const { status, reason } of checks)
    if (status === 'skipped') expect(reason).toMatch(/^(it needs|link requests of|locks of|the rate limit)/);
});
