import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { answer, ask, createArtifact, invite, join as joinSpace, openSpace, startServer, Walker } from '@parley/testing';
import { expect, onTestFinished, test } from 'vitest';
import { folderOfTest, run } from '../backup-command.ts';
import { startCluster } from '../cluster.ts';
import { databases, onPostgres } from '../databases.ts';
import { administrator, maya, signUp } from '../people.ts';
import { signIn } from '../visitors.ts';

/** Nobody else has these. */
const lin = { name: 'Zaphod Quokka', email: 'zaphod@quokka.example', password: 'the battery of a quokka' };

interface Line extends Record<string, unknown> {
  event: string;
  ok: boolean;
}

const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{"audit":'))
    .map((line) => JSON.parse(line) as Line);

test.each(databases)('on %s, what happens is a line each, without a text, a name, an address or a key', async (_name, open) => {
  const place = await open();
  const file = join(folderOfTest(), 'audit.jsonl');
  const settings = { ...place.settings, PARLEY_SIGN_UP: 'true', PARLEY_AUDIT_FILE: file };
  const server = await startServer(settings);
  onTestFinished(async () => {
    await server.stop();
    await place.remove();
  });
  const secrets: string[] = [maya, lin].flatMap(({ name, email, password }) => [name, email, password]);
  await administrator(server);
  const { browser, session: sessionOf } = await signUp(server, lin);
  const session = await sessionOf();
  await signIn(server, lin.email, 'xylophone password');
  await signIn(server, 'xylophone@nobody.example', 'xylophone password');
  await signIn(server, lin.email.toUpperCase(), lin.password);
  await browser.open(`${server.url}/account`);
  await browser.submit('Change the password', { password: 'short' });
  await browser.submit('Change the password', { password: 'the xylophone of a quokka' });
  const { token, id: tokenId } = await answer(201, server, 'createApiToken', { session }, { name: 'xylophone' }, 'once');
  await answer(201, server, 'createApiToken', { session }, { name: 'xylophone' }, 'once');
  const mine = await answer(200, server, 'createSpace', { userToken: token }, { name: 'xylophone', description: 'xylophone' });
  const { privateKey } = await answer(200, server, 'getMySpaceKey', { spaceId: mine.spaceId, userToken: token });
  const linking = await answer(200, server, 'startLink', {}, { agentName: 'xylophone' });
  const code = new URL(linking.verificationUriComplete).searchParams.get('code')!;
  await answer(200, server, 'decideLink', { session }, { userCode: code, decision: 'denied' });
  await answer(204, server, 'revokeApiToken', { session }, { tokenId });
  await answer(204, server, 'revokeApiTokens', { session });

  const owner = await openSpace(server, { name: 'xylophone', privacy: 'private' });
  const invitation = await invite(server, owner);
  const { participantId } = await answer(202, server, 'joinSpace', invitation, { name: 'xylophone' });
  await answer(200, server, 'approveParticipant', owner, { participantId });
  const { participantPrivateKey: key } = await answer(200, server, 'getJoinStatus', invitation, { participantId });
  const member = { spaceId: owner.spaceId, key, id: participantId };
  const { messageId } = await answer(200, server, 'sendMessage', member, { content: 'xylophone' });
  await answer(200, server, 'redactMessage', member, { messageId, reason: 'xylophone' });
  const { taskId } = await answer(200, server, 'createTask', member, { title: 'xylophone', text: 'xylophone' });
  await answer(200, server, 'redactTask', member, { taskId, reason: 'xylophone' });
  const { decisionId } = await answer(200, server, 'createDecision', member, { title: 'xylophone' });
  await answer(200, server, 'redactDecision', member, { decisionId, reason: 'xylophone' });
  const artifactId = await createArtifact(server, member, 'xylophone');
  const comment = { artifactId, version: 1, quote: 'xylophone', text: 'xylophone' };
  const { commentId } = await answer(200, server, 'createComment', member, comment);
  await answer(200, server, 'redactComment', member, { artifactId, commentId, reason: 'xylophone' });
  await answer(200, server, 'searchSpace', member, { q: 'xylophone' });
  const { privateKey: rotated } = await answer(200, server, 'rotateKey', member);
  await answer(200, server, 'muteParticipant', owner, { participantId });
  await answer(200, server, 'unmuteParticipant', owner, { participantId });
  const exported = await fetch(`${server.url}/hub/space/${owner.spaceId}/export?format=md`, {
    headers: { 'x-private-key': owner.key },
  });
  expect(await exported.text()).toContain('xylophone');
  expect((await ask(server, 'kickParticipant', { ...member, key: rotated }, { participantId })).status).toBe(401);
  await answer(200, server, 'kickParticipant', owner, { participantId });
  const { invitationId } = (await answer(200, server, 'listInvitations', owner)).invitations[0]!;
  await answer(200, server, 'revokeInvitation', owner, { invitationId });
  await answer(200, server, 'closeSpace', owner);
  await run(['users', 'disable', lin.email], settings);
  await run(['users', 'disable', maya.email], settings);
  await run(['users', 'delete', lin.email, '--yes'], settings);
  await run(['backup', '--out', join(folderOfTest(), 'xylophone')], settings);

  const text = readFileSync(file, 'utf8');
  const lines = linesOf(text);
  expect(lines).toHaveLength(text.split('\n').length - 1);
  expect(lines.map(({ event, ok }) => `${event}${ok ? '' : ' refused'}`)).toEqual([
    ...['sign-in', 'sign-in', 'sign-in refused', 'sign-in refused', 'sign-in'],
    ...['password-change refused', 'password-change', 'createApiToken', 'getMySpaceKey', 'decideLink'],
    ...[
      'revokeApiToken',
      'revokeApiTokens',
      'approveParticipant',
      'redactMessage',
      'redactTask',
      'redactDecision',
      'redactComment',
      'rotateKey',
      'muteParticipant',
      'unmuteParticipant',
    ],
    ...['exportSpace', 'kickParticipant', 'revokeInvitation', 'closeSpace'],
    ...['users-disable', 'users-disable refused', 'users-delete', 'backup'],
  ]);
  const [, signedUp, wrong, nobody] = lines;
  expect(signedUp).toMatchObject({ via: 'sign-up', by: { accountId: expect.any(String) as string } });
  expect(wrong).toMatchObject({ via: 'password', refused: 'wrong', by: signedUp!['by'], ip: '127.0.0.1' });
  expect(nobody).not.toHaveProperty('by');
  const [, changed] = lines.filter(({ event }) => event === 'password-change');
  expect(changed).toMatchObject({ via: 'page', by: signedUp!['by'], ip: '127.0.0.1' });
  expect(lines.find(({ event }) => event === 'redactTask')).toMatchObject({ by: { participantId }, taskId });
  expect(lines.find(({ event }) => event === 'rotateKey')).toMatchObject({ by: { participantId }, spaceId: owner.spaceId });
  expect(lines.find(({ event }) => event === 'kickParticipant')).toMatchObject({
    by: { participantId: owner.id },
    participantId,
  });
  expect(lines.find(({ event }) => event === 'createApiToken')).toMatchObject({
    id: tokenId,
    by: { userId: expect.any(String) as string },
  });
  expect(lines.find(({ event }) => event === 'users-delete')).toMatchObject({
    via: 'command',
    by: { operator: expect.any(String) as string },
  });
  const keys = [token, mine.ownerPrivateKey, privateKey, owner.key, key, rotated, invitation.key, session, code, 'xylophone'];
  expect([...secrets, ...keys].filter((secret) => text.toLowerCase().includes(secret.toLowerCase()))).toEqual([]);
});

test('three processes share one file, which is put aside by its size', async () => {
  const folder = folderOfTest();
  const file = join(folder, 'audit.jsonl');
  const cluster = await startCluster(3, { PARLEY_AUDIT_FILE: file, PARLEY_AUDIT_BYTES: '4096' });
  onTestFinished(() => cluster.stop());
  const owner = await openSpace(cluster.any());
  const invitation = await invite(cluster.any(), owner);
  const kicked = await Promise.all(
    Array.from({ length: 60 }, async (_, i) => {
      const { id: participantId } = await joinSpace(cluster.nth(i), invitation);
      await answer(200, cluster.nth(i), 'kickParticipant', owner, { participantId });
      return participantId;
    }),
  );
  const names = readdirSync(folder).filter((name) => name.startsWith('audit.jsonl'));
  expect(names.length).toBeGreaterThan(3);
  const lines = names.flatMap((name) => linesOf(readFileSync(join(folder, name), 'utf8')));
  expect(lines.map(({ participantId }) => participantId).toSorted()).toEqual(kicked.toSorted());
});

test('with - the lines are on standard output, and those of a command on standard error', async () => {
  const place = await onPostgres();
  let heard = '';
  const settings = { ...place.settings, PARLEY_AUDIT_FILE: '-' };
  const server = await startServer(settings, (text) => (heard += text));
  onTestFinished(async () => {
    await server.stop();
    await place.remove();
  });
  await answer(200, server, 'closeSpace', await openSpace(server));
  await administrator(server);
  const { out, said } = await run(['users', 'disable', maya.email], settings);
  expect([out, linesOf(said).map(({ event, refused }) => [event, refused])]).toEqual(['', [['users-disable', 'not-changed']]]);
  expect(linesOf(heard).map(({ event }) => event)).toEqual(['closeSpace', 'sign-in']);
  expect((await new Walker().open(`${server.url}/login`)).status).toBe(200);
});

test('a file that cannot be written stops the start with one line', async () => {
  const place = await onPostgres();
  onTestFinished(place.remove);
  const file = join(folderOfTest(), 'none', 'audit.jsonl');
  const { code, said } = await run([], { ...place.settings, PARLEY_AUDIT_FILE: file });
  expect([code, said]).toEqual([1, `PARLEY_AUDIT_FILE names a file that cannot be written: ${file} (ENOENT)\n`]);
  expect(existsSync(file)).toBe(false);
});

test('of many processes that append to one file and put it aside, none loses or tears a line', async () => {
  const folder = folderOfTest();
  const program = `
    const { appendLine } = await import(${JSON.stringify(new URL('../../dist/host/audit/file.js', import.meta.url).href)});
    for (let i = 0; i < 300; i += 1) appendLine({ path: ${JSON.stringify(join(folder, 'audit'))}, bytes: 4096, files: 900 }, process.argv[1] + ' ' + i + ' ' + 'x'.repeat(i));`;
  const appending = ['a', 'b', 'c', 'd'].map((name) =>
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program, name]),
  );
  await Promise.all(appending);
  const wanted = ['a', 'b', 'c', 'd'].flatMap((name) => Array.from({ length: 300 }, (_, i) => `${name} ${i} ${'x'.repeat(i)}`));
  const found = readdirSync(folder)
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1))
    .toSorted();
  expect(found).toEqual(wanted.toSorted());
  expect(readdirSync(folder).length).toBeGreaterThan(10);
});
