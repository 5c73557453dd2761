import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { JoinRequests } from './join-requests.ts';

test('a join request is found only with the same space, server, name and invitation', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-requests-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const requests = new JoinRequests(folder);
  const made = { spaceId: 's', baseUrl: 'http://a', name: 'Bob', invitation: 'first' };
  await requests.keep({ ...made, participantId: 'p' });
  expect(await requests.participantId(made)).toBe('p');
  for (const other of [{ baseUrl: 'http://b' }, { name: 'Eve' }, { invitation: 'second' }, { spaceId: 't' }]) {
    expect(await requests.participantId({ ...made, ...other })).toBeUndefined();
  }
  await requests.forget('s');
  expect(await requests.participantId(made)).toBeUndefined();
});
