import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { machines, type Machine } from '../machine.ts';

const server = inject('server');

const invited = async (owner: Machine) => (await owner.answers<{ agentLink: string }>('invite')).agentLink;

test('two people hold a meeting from two terminals', async () => {
  const [owner, guest] = await machines(server.url, 'owner', 'guest');
  for (const each of [owner, guest]) each.isReal = true;

  const created = await owner.answers(
    'space',
    'create',
    'Launch plan',
    '--privacy',
    'private',
    '--ttl',
    '2h',
    '--name',
    'Olga',
    '--human',
  );
  expect(created).toMatchObject({ role: 'owner', alias: 'launch-plan' });
  expect(created).not.toHaveProperty('key');

  const joining = guest.start(['join', await invited(owner), '--name', 'Gus', '--role', 'reviewer', '--json']);
  await joining.says('The owner must approve you');
  const [, waiting] = await owner.answers<{ name: string; status: string }[]>('participants');
  expect(waiting).toMatchObject({ name: 'Gus', status: 'waitingForApproval' });
  await owner.does('approve', 'gus');
  const joined = await joining.ended;
  expect(joined.code).toBe(0);
  expect(JSON.parse(joined.stdout)).toMatchObject({ role: 'participant', alias: 'launch-plan' });

  await owner.does('send', 'Hello', 'Gus');
  await guest.tries(['send'], { input: 'From a pipe' });
  await writeFile(join(guest.folder, 'note.txt'), 'From a file');
  await guest.does('send', '--from', 'note.txt');
  expect(await guest.does('messages')).toMatch(/Olga \(owner\)\nHello Gus\n.*Gus\nFrom a pipe\n.*Gus\nFrom a file$/);
  const lines = (await owner.does('messages', '--last', '2', '--json'))
    .split('\n')
    .map((line) => JSON.parse(line) as { content: string });
  expect(lines.map(({ content }) => content)).toEqual(['From a pipe', 'From a file']);

  await owner.does('mute', 'Gus');
  expect(await guest.tries(['send', 'May I?'])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^parley: [^`]*the owner can unmute you\)\n$/) as string,
  });
  await owner.does('unmute', 'Gus');

  await owner.does('space', 'update', '--agenda', 'Ship it');
  expect(await guest.does('space', 'show')).toContain('Ship it');

  await owner.does('kick', 'Gus', '--yes');
  expect(await guest.tries(['messages'])).toMatchObject({ code: 4, stdout: '' });
  await owner.does('space', 'close', '--yes');
  expect(await owner.answers('space', 'list')).toEqual([]);
});

test('an owner limits how much agents say without a human', async () => {
  const [owner, guest] = await machines(server.url, 'owner', 'guest');
  await owner.does('space', 'create', 'Loop', '--agent-budget', '2', '--name', 'Olga', '--human');
  await guest.does('join', await invited(owner), '--name', 'Bot');
  await guest.does('send', 'One');
  await guest.does('send', 'Two');
  expect(await guest.tries(['send', 'Three'])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/agent budget is used up.*parley space reset-budget/) as string,
  });
  expect(await guest.does('space', 'show')).toContain('agent budget  2 of 2 messages used, 2 by you');
  await owner.does('space', 'reset-budget');
  await guest.does('send', 'Three');
  await owner.does('space', 'update', '--agent-budget', 'none');
  expect(await guest.does('space', 'show')).not.toContain('agent budget');
});

test('an owner pauses the agents, who are told why, and resumes them', async () => {
  const [owner, guest] = await machines(server.url, 'owner', 'guest');
  await owner.does('space', 'create', 'Runaway', '--name', 'Olga');
  await guest.does('join', await invited(owner), '--name', 'Bot');
  await owner.does('pause', 'Two agents answer each other');
  expect(await guest.does('space', 'show')).toMatch(/paused\s+since .*: Two agents answer each other/);
  expect(await guest.tries(['send', 'Hello'])).toMatchObject({
    code: 5,
    stderr: expect.stringMatching(/space is paused[^]*parley space show/) as string,
  });
  await owner.does('resume');
  await guest.does('send', 'Hello');
  expect(await guest.does('space', 'show')).not.toContain('paused');
});

test('a participant chooses whose messages to accept, and the sender sees what is held or refused', async () => {
  const [owner, eve, bot] = await machines(server.url, 'owner', 'eve', 'bot');
  await owner.does('space', 'create', 'Quiet', '--name', 'Olga');
  await eve.does('join', await invited(owner), '--name', 'Eve');
  await bot.does('join', await invited(owner), '--name', 'Bot');
  expect(await eve.does('inbound')).toContain('messages of everyone');
  expect(await eve.does('inbound', 'nobody')).toContain('the owner and nobody else. Others are held');
  await bot.does('send', '--to', 'Eve', 'First');
  expect((await bot.tries(['send', '--to', 'Eve', 'Second'])).stderr).toContain(
    'Sent to Eve (held until they accept it) in Quiet',
  );
  await owner.does('send', '--to', 'Eve', '--expect', 'ack', 'From the owner');
  const listed = await eve.tries(['inbox']);
  expect(listed.stdout.match(/held/g)).toHaveLength(2);
  expect(listed.stdout).toContain('queued');
  expect(listed.stderr).toContain('2 held: `parley accept <id>` lets it in');
  expect(await bot.does('inbox', 'list', '--sent')).toContain('held');
  const [first, second] = await eve.answers<{ deliveryId: string; state: string }[]>('inbox', 'list');
  await eve.does('accept', first!.deliveryId);
  await eve.does('inbox', 'decline', second!.deliveryId, 'Not now');
  expect(await eve.does('inbox', 'list')).not.toContain('held');
  expect(await eve.does('inbound', 'Olga', '--refuse')).toContain('Others are refused');
  expect((await bot.tries(['send', '--to', 'Eve', 'Third'])).stderr).toContain('Eve (refused: they accept no messages from you)');
  expect(await bot.tries(['ask-participant', 'Eve', 'Ready?'])).toMatchObject({
    stderr: expect.stringContaining('accepts no messages from you') as string,
  });
  expect(await eve.does('inbound', 'Bot')).toContain('the owner and Bot. Others are held');
  expect((await eve.tries(['inbound', '--refuse'])).stderr).toContain('Say whose messages you accept');
  expect(await eve.answers('inbound', 'all')).toEqual({ accept: 'all', others: 'hold' });
});

test('an owner limits invitations, sees who joined with each, and revokes them', async () => {
  const [owner, guest, mallory] = await machines(server.url, 'owner', 'guest', 'mallory');
  await owner.does('space', 'create', 'Bounds');
  const terms = ['--expires', '2h', '--max-uses', '1', '--role', 'observer'];
  const invited = await owner.answers<{ agentLink: string; invitationId: string }>('invite', ...terms);
  await guest.does('join', invited.agentLink, '--name', 'Gus', '--role', 'chair');
  expect(await owner.does('participants')).toMatch(/Gus +observer/);
  expect((await owner.tries(['invite', '--max-uses', '0'])).stderr).toContain(
    "option '--max-uses <number>' argument '0' is invalid",
  );
  const late = await mallory.tries(['join', invited.agentLink]);
  expect([late.code, late.stderr]).toEqual([4, expect.stringContaining('has been used up')]);
  expect(await owner.does('invitation', 'list')).toMatch(/usedUp +1 of 1 +observer +Gus/);

  const { agentLink, invitationId } = await owner.answers<typeof invited>('invite');
  await mallory.does('join', agentLink, '--name', 'Mallory');
  await owner.does('kick', 'Mallory', '--yes', '--revoke-invitation');
  expect(await mallory.tries(['join', agentLink])).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('revoked') as string,
  });

  const another = await owner.answers<typeof invited>('invite');
  expect(await owner.tries(['invitation', 'revoke', 'active'])).toMatchObject({
    stderr: expect.stringContaining('There is no') as string,
  });
  await owner.does('invitation', 'revoke', another.invitationId.slice(0, 13));
  const listed = await owner.answers<{ invitationId: string; state: string }[]>('invitation', 'list');
  expect(listed.map((each) => [each.invitationId, each.state])).toEqual([
    [another.invitationId, 'revoked'],
    [invitationId, 'revoked'],
    [invited.invitationId, 'usedUp'],
  ]);
  expect((await owner.tries(['invite', ...terms])).stderr).toBe('Valid for 2 h, for 1 participant, as observer\n');
});

test('an interrupted join continues to wait as the same participant', async () => {
  const [owner, guest] = await machines(server.url, 'owner', 'guest');
  await owner.does('space', 'create', 'Door', '--privacy', 'private', '--name', 'Olga');
  const joining = ['join', await invited(owner), '--name', 'Gus'];
  const first = guest.start(joining);
  await first.says('The owner must approve you');
  first.child.kill('SIGKILL');
  await first.ended;
  const second = guest.start(joining);
  await second.says('You have already asked to join');
  second.child.kill('SIGINT');
  expect((await second.ended).code).toBe(130);
  expect(await guest.tries([...joining, '--wait', '0s'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('keep waiting') as string,
  });

  const waiting = await owner.answers<{ name: string }[]>('participants');
  expect(waiting.map(({ name }) => name)).toEqual(['Olga', 'Gus']);
  await owner.does('approve', 'Gus');
  await guest.does(...joining);
  await guest.does('send', 'At last');
  expect(await readdir(join(guest.folder, 'data/parley/default/joining'))).toEqual([]);
});

test('space update --privacy changes who can join: with private, the owner approves each from then on', async () => {
  const [owner, gus, ada] = await machines(server.url, 'owner', 'gus', 'ada');
  await owner.does('space', 'create', 'Door', '--name', 'Olga');
  const link = await invited(owner);
  await owner.does('space', 'update', '--privacy', 'private');
  expect(await owner.does('space', 'show')).toContain('open, private');
  const asking = gus.start(['join', link, '--name', 'Gus']);
  await asking.says('The owner must approve you');
  await owner.does('space', 'update', '--privacy', 'public');
  await ada.does('join', link, '--name', 'Ada');
  const everybody = await owner.answers<{ name: string; status: string }[]>('participants');
  expect(Object.fromEntries(everybody.map(({ name, status }) => [name, status]))).toEqual({
    Olga: 'active',
    Gus: 'waitingForApproval',
    Ada: 'active',
  });
  expect((await owner.tries(['space', 'update', '--privacy', 'secret'])).stderr).toContain('public, private');
  await owner.does('approve', 'Gus');
  expect((await asking.ended).code).toBe(0);
});

test('a join after a refusal, or with another name, is a new request', async () => {
  const [owner, guest] = await machines(server.url, 'owner', 'guest');
  await owner.does('space', 'create', 'Door', '--privacy', 'private');
  const link = await invited(owner);
  const asks = async (name: string) => {
    const run = guest.start(['join', link, '--name', name]);
    await run.says('The owner must approve you');
    return run;
  };
  const first = await asks('Gus');
  await owner.does('kick', 'Gus', '--yes');
  expect((await first.ended).code).toBe(3);
  const second = await asks('Gus');
  second.child.kill('SIGKILL');
  const third = await asks('August');
  expect(third.said.stderr).not.toContain('already asked');
  third.child.kill('SIGKILL');
  const people = await owner.answers<{ name: string; status: string }[]>('participants');
  expect(people.filter(({ status }) => status === 'waitingForApproval').map(({ name }) => name)).toEqual(['Gus', 'August']);
});

test('joining a space again does not overwrite its key', async () => {
  const [user] = await machines(server.url, 'user');
  const { spaceId } = await user.answers<{ spaceId: string }>('space', 'create', 'Launch', '--privacy', 'private');
  const link = await invited(user);
  const files = join(user.folder, 'data/parley/default/spaces');
  const before = await readFile(join(files, `${spaceId}.json`), 'utf8');
  for (const same of [link, link.replace(spaceId, spaceId.toUpperCase())]) {
    const own = await user.tries(['join', same, '--name', 'Bob', '--wait', '0s']);
    expect(own).toMatchObject({ code: 5, stdout: '' });
    expect(own.stderr).toMatch(
      /^parley: This profile is the owner of launch \(join as someone else with `parley --profile bob join LINK`\)\n$/,
    );
  }
  expect(await readdir(files)).toEqual([`${spaceId}.json`]);
  expect(await readFile(join(files, `${spaceId}.json`), 'utf8')).toBe(before);
  expect(await user.answers<unknown[]>('participants')).toHaveLength(1);

  const bob = ['--profile', 'bob'];
  const joining = user.start([...bob, 'join', link, '--name', 'Bob']);
  await joining.says('The owner must approve you');
  await user.does('approve', 'Bob');
  expect((await joining.ended).code).toBe(0);
  const again = await user.tries([...bob, 'join', link, '--name', 'Rob', '--wait', '0s']);
  expect(again).toMatchObject({ code: 5, stdout: '' });
  expect(again.stderr).toContain('You have already joined launch as Bob (');
  await user.does(...bob, 'send', 'Here I am');
});

test('a space can be joined again after its key stopped working', async () => {
  const [owner, guest] = await machines(server.url, 'owner', 'guest');
  await owner.does('space', 'create', 'Launch');
  const link = await invited(owner);
  await guest.does('join', link, '--name', 'Gus');
  await owner.does('kick', 'Gus', '--yes');
  const kicked = await guest.tries(['send', 'Hello?']);
  expect(kicked).toMatchObject({ code: 4, stderr: expect.stringContaining('parley join LINK') as string });
  expect(await guest.answers('join', link, '--name', 'August')).toMatchObject({ alias: 'launch', role: 'participant' });
  await guest.does('send', 'Back');
  expect(await guest.answers<unknown[]>('space', 'list')).toHaveLength(1);
});

test('empty input empties no artifact, unless --from asks for it', async () => {
  const [owner] = await machines(server.url, 'owner');
  await owner.does('space', 'create', 'Kept');
  await owner.tries(['artifact', 'create', 'Doc'], { input: 'dear to us\n' });
  for (const verb of ['edit', 'write']) {
    expect(await owner.tries(['artifact', verb, 'Doc'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'parley: There is nothing to write (to make it empty on purpose, use `--from -` or `--from FILE`)\n',
    });
  }
  expect(await owner.answers('artifact', 'show', 'Doc')).toMatchObject({ version: 1, content: 'dear to us\n' });
  expect(await owner.does('artifact', 'diff', 'Doc', '-')).toContain('-dear to us');
  expect(await owner.tries(['artifact', 'write', 'Doc', '--from', '-', '--base', '1'])).toMatchObject({ code: 0 });
  await writeFile(join(owner.folder, 'empty.md'), '');
  expect(await owner.tries(['artifact', 'edit', 'Doc', '--from', 'empty.md'])).toMatchObject({ code: 0 });
  expect(await owner.answers('artifact', 'show', 'Doc')).toMatchObject({ content: '' });
  await owner.does('artifact', 'create', 'Blank');
  expect(await owner.answers('artifact', 'show', 'Blank')).toMatchObject({ version: 1, content: '' });
});

test('a refusal because of a lock names the holder', async () => {
  const [owner, guest] = await machines(server.url, 'owner', 'guest');
  await owner.does('space', 'create', 'Locked');
  await guest.does('join', await invited(owner), '--name', 'Gus');
  await owner.does('artifact', 'create', 'Plan');
  await guest.does('artifact', 'lock', 'Plan');
  for (const [verb, next] of [
    ['lock', 'list'],
    ['edit', 'propose'],
    ['write', 'propose'],
  ] as const) {
    const { code, stderr } = await owner.tries(['artifact', verb, 'Plan'], { input: 'mine' });
    expect(code).toBe(5);
    expect(stderr).toMatch(new RegExp(`^parley: "Gus" holds the lock until \\S+ \\(.*artifact ${next}.*\\)\n$`));
  }
  expect(JSON.parse((await owner.tries(['artifact', 'lock', 'Plan', '--json'])).stderr)).toMatchObject({ code: 'locked' });
});

test('a space and its owner are shown once', async () => {
  const [owner] = await machines(server.url, 'owner');
  await owner.does('space', 'create', 'Launch', '--name', 'Olga');
  const shown = await owner.does('space', 'show');
  expect(shown.match(/^Launch$/gm)).toHaveLength(1);
  expect(shown).toContain('Olga (owner, active)');
});

test('an artifact is created, edited, written, compared, downloaded, locked and unlocked', async () => {
  const [owner, guest] = await machines(server.url, 'owner', 'guest');
  await owner.does('space', 'create', 'Documents');
  await guest.does('join', await invited(owner), '--name', 'Gus');

  await writeFile(join(owner.folder, 'plan.md'), '# Plan\n\none\n');
  const id = await owner.does('artifact', 'create', 'Plan', '--from', 'plan.md');
  const edited = await guest.tries(['artifact', 'edit', 'plan'], { env: { EDITOR: 'sed -i s/one/two/' } });
  expect(edited).toMatchObject({ code: 0, stdout: '', stderr: 'Wrote version 2\n' });
  expect(await guest.tries(['artifact', 'edit', 'Plan'], { env: { VISUAL: 'true' } })).toMatchObject({
    stderr: 'Nothing was changed\n',
  });
  expect(await owner.does('artifact', 'diff', 'Plan', 'plan.md', '--exit-code').catch(String)).toContain('ended with 1');
  expect(await owner.does('artifact', 'diff', id.slice(0, 6), 'plan.md')).toContain('\n-two\n+one');

  await guest.does('artifact', 'lock', 'Plan');
  const refused = await owner.tries(['artifact', 'write', 'Plan', '--from', 'plan.md']);
  expect(refused).toMatchObject({
    code: 5,
    stderr: expect.stringMatching(/^parley: "Gus" holds the lock until .*\n$/) as string,
  });
  expect(await owner.does('artifact', 'list')).toMatch(/Plan +2 .*Gus, /);
  await guest.tries(['artifact', 'write', 'Plan'], { input: 'three\n' });
  expect(await owner.answers('artifact', 'show', 'Plan')).toMatchObject({
    version: 3,
    content: 'three\n',
    lockedBy: expect.any(String) as string,
  });
  await owner.does('artifact', 'unlock', 'Plan', '--yes');
  await owner.does('artifact', 'write', 'Plan', '--from', 'plan.md', '--force');
  expect((await owner.tries(['artifact', 'download', 'Plan'])).stdout).toBe('# Plan\n\none\n');
  await owner.does('artifact', 'download', 'Plan', '--out', 'copy.md');
  expect(await owner.does('artifact', 'download', 'Plan', '--out', '-')).toBe(await owner.does('artifact', 'show', 'Plan'));
  expect(await owner.tries(['artifact', 'download', 'Plan', '--out', '.'])).toMatchObject({
    code: 2,
    stderr: 'parley: . is a folder (choose a file with --out FILE)\n',
  });
  expect(await readFile(join(owner.folder, 'copy.md'), 'utf8')).toBe('# Plan\n\none\n');
  expect(await owner.answers('artifact', 'show', 'Plan')).not.toHaveProperty('lockedBy');
  await owner.does('artifact', 'edit', 'Plan', '--from', 'copy.md');
  expect(await owner.tries(['artifact', 'edit', 'Plan'], { input: 'piped\n' })).toMatchObject({ code: 5 });
  await owner.tries(['artifact', 'write', 'Plan', '--base', '4'], { input: 'piped\n' });
  expect(await owner.does('artifact', 'show', 'Plan')).toBe('piped');
});

test('after a failed editor nothing is written and the lock is released', async () => {
  const [owner] = await machines(server.url, 'owner');
  await owner.does('space', 'create', 'Broken');
  await owner.does('artifact', 'create', 'Plan');
  expect(await owner.tries(['artifact', 'edit', 'Plan'], { env: { EDITOR: 'false' } })).toMatchObject({ code: 1 });
  const view = await owner.answers('artifact', 'show', 'Plan');
  expect(view).toMatchObject({ version: 1 });
  expect(view).not.toHaveProperty('lockedBy');
});

test('watch prints events as they happen, and ends with the space', async () => {
  const [owner] = await machines(server.url, 'owner');
  await owner.does('space', 'create', 'Watched');
  const events = owner.start(['watch', '--json']);
  // Only what it prints shows that it follows the space, also if it begins after the message.
  const words = owner.start(['watch', '--all']);
  await events.says('"ready"');
  await owner.does('send', 'One');
  await Promise.all([events.says('One'), words.says(/: One$/m)]);
  await owner.does('space', 'close', '--yes');
  expect((await words.ended).code).toBe(0);
  const { code, stdout } = await events.ended;
  expect(code).toBe(0);
  const kinds = stdout.trimEnd().split('\n').map((line) => JSON.parse(line) as { type: string; data: object }); // prettier-ignore
  expect(kinds[0]).toMatchObject({ type: 'ready', data: { sequence: 0 } });
  expect(kinds.filter(({ type }) => type === 'message')).toMatchObject([{ id: 1, data: { content: 'One' } }]);
  expect(kinds.at(-1)).toMatchObject({ type: 'space-closed' });
});

test('watch exits with 130 at Ctrl-C, and quietly if its output is closed', async () => {
  const [owner] = await machines(server.url, 'owner');
  await owner.does('space', 'create', 'Interrupted');
  const interrupted = owner.start(['watch', '--json']);
  await interrupted.says('ready');
  interrupted.child.kill('SIGINT');
  expect(await interrupted.ended).toMatchObject({ code: 130, stderr: '' });

  const unread = owner.start(['watch', '--json']);
  await unread.says('ready');
  unread.child.stdout!.destroy();
  await owner.does('send', 'Nobody reads this');
  expect(await unread.ended).toMatchObject({ code: 0, stderr: '' });
});

test('keys are separate for each profile, readable by their owner only, and printed only with --show-key', async () => {
  const [owner] = await machines(server.url, 'owner');
  const shown = await owner.tries(['space', 'create', 'Secret', '--show-key']);
  const key = /[0-9a-f]{64}/.exec(shown.stdout)![0];
  for (const words of [
    ['space', 'list'],
    ['space', 'show'],
    ['space', 'show', '--json'],
    ['participants', '--json'],
  ]) {
    expect(await owner.does(...words)).not.toContain(key);
  }
  expect(await owner.does('space', 'show', '--show-key')).toContain(key);
  expect(await owner.tries(['participants', '--profile', 'other'])).toMatchObject({ code: 4 });

  const folder = join(owner.folder, 'data/parley/default');
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  const [file] = await readdir(join(folder, 'spaces'));
  expect((await stat(join(folder, 'spaces', file!))).mode & 0o777).toBe(0o600);
});

test('a key and a space of the environment need no profile', async () => {
  const [owner, script] = await machines(server.url, 'owner', 'script');
  const { spaceId, key } = await owner.answers<{ spaceId: string; key: string }>('space', 'create', 'By hand', '--show-key');
  const env = { PARLEY_SPACE: spaceId, PARLEY_KEY: key };
  expect(await script.tries(['send', 'From a script'], { env })).toMatchObject({ code: 0 });
  expect(await script.tries(['api', 'GET', '/hub/space/{space}'], { env })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('By hand') as string,
  });
  expect(await script.tries(['send', 'x'], { env: { PARLEY_KEY: key } })).toMatchObject({ code: 2 });
});

test('spaces are chosen by alias and by the start of an id', async () => {
  const [owner] = await machines(server.url, 'owner');
  const first = await owner.answers<{ spaceId: string }>('space', 'create', 'First');
  await owner.does('space', 'create', 'Second', '--as', 'two');
  expect(await owner.tries(['space', 'create', 'Third', '--as', 'two'])).toMatchObject({ code: 5, stdout: '' });
  await owner.does('use', 'first', '--as', 'one');
  expect(await owner.does('space', 'list')).toMatch(/^\* +one .*\n +two /m);
  expect(await owner.answers('space', 'show', first.spaceId.slice(0, 8))).toMatchObject({ name: 'First', alias: 'one' });
  expect(await owner.answers('--space', 'two', 'space', 'show')).toMatchObject({ name: 'Second' });
  await owner.does('space', 'forget', 'two', '--yes');
  expect(await owner.tries(['use', 'two'])).toMatchObject({ code: 3 });
});

test('concurrent processes lose no key', async () => {
  const [owner] = await machines(server.url, 'owner');
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => owner.does('space', 'create', name)));
  const kept = await owner.answers<{ alias: string }[]>('space', 'list');
  expect(kept.map(({ alias }) => alias)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('an expired space prints one line and exits with 5', async () => {
  const [owner] = await machines(server.url, 'owner');
  await owner.does('space', 'create', 'Short', '--ttl', '1s');
  await expect.poll(async () => (await owner.tries(['send', 'x'])).code, { timeout: 60_000 }).toBe(5);
  // It is no longer the current one, so it has to be named.
  for (const words of [['send', 'x'], ['messages'], ['participants']]) {
    expect(await owner.tries([...words, '--space', 'short'])).toMatchObject({
      code: 5,
      stdout: '',
      stderr: expect.stringMatching(/^parley: .*\n$/) as string,
    });
  }
});
