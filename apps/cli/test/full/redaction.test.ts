import { expect, inject, test } from 'vitest';
import { machines } from '../machine.ts';

const server = inject('server');

test('a message is redacted by its number, its sender or the owner, and says so where it was', async () => {
  const [olga, gus] = await machines(server.url, 'olga', 'gus');
  await olga.does('space', 'create', 'Launch', '--name', 'Olga');
  const { agentLink } = await olga.answers<{ agentLink: string }>('invite');
  await gus.does('join', agentLink, '--name', 'Gus');
  await gus.does('send', 'hunter2');
  await olga.does('send', 'mine');
  const printed = (await olga.does('messages', '--json')).split('\n');
  const [first, second] = printed.map((line) => JSON.parse(line) as { sequence: number; id: string });
  expect((await gus.tries(['redact', String(second!.sequence), '--yes'])).stderr).toMatch(/Only its sender and the owner/);
  const { stderr: refused } = await gus.tries(['redact', `#${first!.sequence}`]);
  expect(refused).toMatch(/This would erase the text for good/);
  const { stdout, stderr } = await gus.tries(['redact', `#${first!.sequence}`, '--reason', 'A password', '--yes']);
  expect(stdout + stderr).toMatch(
    /^Erased the text of message #\d+ of Gus\. Backups and copies that others have made still have it$/m,
  );
  expect(await olga.answers('redact', second!.id, '--yes')).toMatchObject({ id: second!.id, content: '' });
  const shown = await olga.does('messages');
  expect(shown).not.toContain('hunter2');
  expect(shown).toMatch(/\[deleted .*: A password\]/);
  expect((await gus.tries(['redact', '#4000', '--yes'])).stderr).toMatch(/There is no message #4000/);
});

test('the texts of a task, of a decision and of a reason are erased by who wrote them or the owner', async () => {
  const [olga, gus] = await machines(server.url, 'olga', 'gus');
  await olga.does('space', 'create', 'Launch', '--name', 'Olga');
  const { agentLink } = await olga.answers<{ agentLink: string }>('invite');
  await gus.does('join', agentLink, '--name', 'Gus');
  await gus.does('task', 'create', 'hunter2', '--text', 'hunter3');
  await gus.does('decide', 'hunter4', '--voters', 'all', '--rule', 'all');
  await olga.does('answer', 'hunter4', 'approve', '--reason', 'hunter5');
  expect((await gus.tries(['decision', 'redact', 'hunter4', '--answer-of', 'Olga', '--yes'])).stderr).toMatch(
    /Only who gave the reason/,
  );
  expect((await gus.tries(['task', 'redact', 'hunter2'])).stderr).toMatch(/This would erase the text for good/);
  const { stdout, stderr } = await gus.tries(['task', 'redact', 'hunter2', '--reason', 'A password', '--yes']);
  expect(stdout + stderr).toMatch(
    /^Erased the texts of task [0-9a-f]{8}\. Backups and copies that others have made still have it$/m,
  );
  await olga.does('decision', 'redact', 'hunter4', '--answer-of', 'Olga', '--yes');
  await gus.does('decision', 'redact', 'hunter4', '--yes');
  const shown = [
    ...[await olga.does('tasks'), await olga.does('task', 'show', 'Deleted'), await olga.does('decision', 'show', 'Deleted')],
    ...[await olga.does('messages'), await olga.does('catchup')],
  ];
  expect(shown.join('\n')).not.toMatch(/hunter\d/);
  expect(shown[1]).toMatch(/Texts: +\[deleted .*: A password\]/);
  expect(shown[2]).toMatch(/Texts: +\[deleted /);
});

test('the text of a comment is erased with its quote by its author or the owner', async () => {
  const [olga, gus] = await machines(server.url, 'olga', 'gus');
  await olga.does('space', 'create', 'Launch', '--name', 'Olga');
  const { agentLink } = await olga.answers<{ agentLink: string }>('invite');
  await gus.does('join', agentLink, '--name', 'Gus');
  await gus.tries(['artifact', 'create', 'Plan'], { input: 'Begin on Monday' });
  const { commentId } = await gus.answers<{ commentId: string }>('comment', 'add', 'Plan', 'hunter2', '--quote', 'on Monday');
  expect(await olga.does('comments', 'Plan')).toMatch(/on Monday.*hunter2/);
  expect((await gus.tries(['comment', 'redact', 'Plan', commentId])).stderr).toMatch(/This would erase the text for good/);
  const { stdout, stderr } = await olga.tries(['comment', 'redact', 'Plan', commentId, '--reason', 'A password', '--yes']);
  expect(stdout + stderr).toMatch(
    /^Erased the text of comment [0-9a-f]{8}\. Backups and copies that others have made still have it$/m,
  );
  const shown = await gus.does('comments', 'Plan');
  expect(shown).not.toMatch(/hunter2|on Monday/);
  expect(shown).toMatch(/\[deleted .*: A password\]/);
});
