import { LockedError } from '@parley/sdk';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { machines } from '../../machine.ts';
import { room } from '../../screen/room.ts';

const here = room();

/** An editor that replaces the text by one typed line. */
const editor = `sh -c 'echo In the editor; read line; printf %s "$line" > "$0"'`;

async function sitting() {
  const owner = await here.create();
  const agent = await here.parley.join(await owner.invite(), { name: 'Planner' });
  const plan = await agent.artifacts.create({ name: 'Plan', content: '# Plan' });
  const [{ folder }] = await machines(here.server.url, 'olga');
  const seat = here.sit(owner, { env: { VISUAL: editor, XDG_DATA_HOME: folder } });
  await seat.isIn(2);
  return { owner, seat, plan, unsaved: join(folder, 'parley/default/unsaved') };
}

test('/edit opens the editor under the lock, and the chat comes back afterwards', async () => {
  const { seat, plan } = await sitting();
  seat.type('/edit Plan\r');
  await seat.sees('In the editor');
  expect(seat.isRestored).toBe(true);
  await expect(plan.lock()).rejects.toThrow(LockedError);
  seat.type('# New plan\r');
  await seat.sees('Olga changed “Plan” (version 2)');
  await seat.sees('Olga unlocked “Plan”');
  expect([seat.fillsScreen, seat.rows.at(-1)]).toEqual([true, '>']);
  expect((await plan.refresh()).content).toBe('# New plan');
  seat.type('typed afterwards');
  await seat.sees('> typed afterwards');
});

test('/edit does not open an artifact that another participant has locked', async () => {
  const { seat, plan } = await sitting();
  await plan.lock();
  seat.type('/edit Plan\r');
  await seat.sees('Planner holds the lock on “Plan”.');
  expect(seat.fillsScreen).toBe(true);
});

test('a lock that was held before /edit is held afterwards', async () => {
  const { owner, seat, plan } = await sitting();
  seat.type('/lock Plan\r');
  await seat.sees('locked: Plan (Olga)');
  seat.type('/edit Plan\r');
  await seat.sees('In the editor');
  seat.type('# New plan\r');
  // The lock of the edit was released, and the other one taken again.
  await seat.sees(/Olga changed “Plan” \(version 2\)\n.*Olga unlocked “Plan”\n.*Olga locked “Plan”/);
  await seat.until(() => seat.fillsScreen, 'is a chat again');
  await seat.sees('locked: Plan (Olga)');
  expect((await plan.refresh()).lockedBy).toBe(owner.participantId);
});

test('Ctrl-C in the editor ends neither the chat nor the edit', async () => {
  const { seat, plan } = await sitting();
  seat.type('/edit Plan\r');
  await seat.sees('In the editor');
  seat.type('\x03');
  await seat.sees('SIGINT; nothing was written');
  expect(seat.isRunning).toBe(true);
  await plan.lock();
  expect((await plan.refresh()).content).toBe('# Plan');
});

test('when the space closes during an edit, the text is kept and the chat says where', async () => {
  const { owner, seat, unsaved } = await sitting();
  seat.type('/edit Plan\r');
  await seat.sees('In the editor');
  await owner.close();
  seat.type('# New plan\r');
  expect(await seat.ended).toBe(0);
  const [file] = await readdir(unsaved);
  expect(seat.text.replaceAll('\n', '')).toContain(join(unsaved, file!));
  expect(await readFile(join(unsaved, file!), 'utf8')).toBe('# New plan');
  expect(seat.text).toContain('The owner closed this space.');
});

test('when the lock is lost during an edit, the text is kept as a proposal and the chat says which', async () => {
  const { owner, seat, plan } = await sitting();
  seat.type('/edit Plan\r');
  await seat.sees('In the editor');
  await owner.artifacts.get(plan.id).then((mine) => mine.unlock());
  await plan.lock();
  seat.type('# New plan\r');
  await seat.sees(/kept as\s+proposal \w{8}/);
  const { proposals } = await owner.call('listProposals', { artifactId: plan.id });
  expect(seat.text.replaceAll(/\s+/g, ' ')).toContain(
    `parley artifact proposal ${plan.id.slice(0, 8)} ${proposals[0]!.proposalId.slice(0, 8)}`,
  );
});
