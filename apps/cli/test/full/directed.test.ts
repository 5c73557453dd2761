import { Parley, readEnvelope, type Space } from '@parley/sdk';
import { expect, inject, test } from 'vitest';
import { fakeService } from '../fake-service.ts';
import { machines } from '../machine.ts';

const server = inject('server');

/** Olga, who owns the space, and Gus, both at a command line; and Mia and two who are called Ann. */
async function meeting() {
  const [olga, gus] = await machines(server.url, 'olga', 'gus');
  await olga.does('space', 'create', 'Launch', '--name', 'Olga');
  const { agentLink } = await olga.answers<{ agentLink: string }>('invite');
  await gus.does('join', agentLink, '--name', 'Gus');
  const join = (name: string): Promise<Space> => new Parley({ baseUrl: server.url }).join(agentLink, { name });
  const [mia, ann, otherAnn] = await Promise.all(['Mia', 'Ann', 'Ann'].map(join));
  return { olga, gus, mia: mia!, ann: ann!, otherAnn: otherAnn! };
}

test('a message is directed to names, @names and ids, and its deliveries are in the result', async () => {
  const { olga, gus, mia, ann } = await meeting();
  const words = [
    '--to',
    'Gus',
    '--to',
    '@Mia',
    '--to',
    ann.participantId!,
    '--to',
    'gus',
    '--expect',
    'ack',
    'The build is done',
  ];
  const { deliveries } = await olga.answers<{ deliveries: { participantId: string }[] }>('send', ...words);
  expect(deliveries.map(({ participantId }) => participantId).slice(1)).toEqual([mia.participantId, ann.participantId]);
  expect(await gus.answers('inbox', 'list')).toMatchObject([{ expects: 'ack', state: 'queued' }]);
  const sent = await olga.does('inbox', 'list', '--sent');
  const rows = sent
    .split('\n')
    .slice(1)
    .map((line) => line.split(/ {2,}/).slice(1, 5));
  // Deliveries of one message have no order.
  expect(rows.toSorted()).toEqual([
    ['#5', 'Ann', 'ack', 'queued'],
    ['#5', 'Gus', 'ack', 'queued'],
    ['#5', 'Mia', 'ack', 'queued'],
  ]);
});

test('catchup prints what waits in few tokens, for people and models, and claims nothing', async () => {
  const { olga, gus } = await meeting();
  await olga.does('send', '--to', 'Gus', 'Ready?');
  const text = await gus.does('catchup', '--budget', '400');
  expect(text).toMatch(/^# "Launch" up to #\d+$/m);
  expect(text).toMatch(
    /^- delivery [\da-f-]{36}, queued:\n#\d+ \S+ "Olga" [\da-f]{8} owner, to you, .*\nBEGIN (\w+)\nReady\?\nEND \1$/m,
  );
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(400 * 3.5);
  const after = /next: after=(\d+)$/m.exec(text)![1]!;
  expect(await gus.answers('catchup', '--after', after)).toMatchObject({
    todo: { openDeliveries: 1 },
    messages: [],
    omitted: [],
  });
  expect(await gus.answers('inbox', 'list')).toMatchObject([{ state: 'queued', attempt: 0 }]);
});

test('messages shows to which message a reply belongs', async () => {
  const { olga, gus } = await meeting();
  const { messageId } = await olga.answers<{ messageId: string }>('send', '--to', 'Gus', 'Ready?');
  const { sequence } = await gus.answers<{ sequence: number }>('messages');
  await gus.does('send', '--reply-to', messageId, 'Yes');
  expect(await olga.does('messages')).toMatch(new RegExp(`^#\\d+ \\S+ \\S+ Gus \\(reply to #${sequence}\\)\nYes$`, 'm'));
  expect(await olga.does('messages', '--last', '1')).toContain(`(reply to #${sequence})`);
  expect(await olga.does('messages', '--after', String(sequence))).toContain(`(reply to ${messageId.slice(0, 8)})`);
});

test('messages shows the addressees of a directed message', async () => {
  const { olga, mia } = await meeting();
  await olga.does('send', 'To all');
  await olga.does('send', '--to', 'Gus', '--to', 'Mia', 'To two');
  expect(await olga.does('messages')).toMatch(
    /^#\d+ \S+ \S+ Olga \(owner\)\nTo all\n#\d+ \S+ \S+ Olga \(owner\) → Gus, Mia\nTo two$/,
  );
  await mia.leave();
  expect(await olga.does('messages', '--last', '1')).toContain(' → Gus, ');
});

test('a name that fits several is refused with the candidates, and nothing is sent', async () => {
  const { olga, ann } = await meeting();
  const ended = await olga.tries(['send', '--to', 'Ann', 'x']);
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('“Ann” is ambiguous') as string });
  expect(ended.stderr).toContain(ann.participantId!.slice(0, 8));
  expect(await olga.tries(['send', '--to', 'Nobody', 'x'])).toMatchObject({ code: 3 });
  expect(await olga.tries(['send', '--to', 'Olga', 'x'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('to yourself') as string,
  });
  expect(await olga.does('messages', '--json')).toBe('');
});

test('inbox claims, renews, replies, acknowledges, declines and releases', async () => {
  const { olga, gus } = await meeting();
  for (const text of ['one', 'two', 'three']) await olga.does('send', '--to', 'Gus', text);
  const claimed = await gus.answers<{ delivery: { deliveryId: string; messageId: string }; message: { content: string } }>(
    'inbox',
    'claim',
    '--lease',
    '1m',
  );
  expect(claimed.message.content).toBe('one');
  const id = claimed.delivery.deliveryId.slice(0, 8);
  const renewed = await gus.answers<{ leaseExpiresAt: string }>('inbox', 'renew', id, '--lease', '1h');
  expect(Date.parse(renewed.leaseExpiresAt)).toBeGreaterThan(Date.now() + 3_000_000);
  await gus.does('inbox', 'release', id);
  const { sequence } = (await gus.answers<{ sequence: number }[]>('inbox', 'list'))[0]!;
  await gus.does('inbox', 'reply', `#${sequence}`, 'Fine');
  const [, second, third] = await gus.answers<{ deliveryId: string }[]>('inbox', 'list', '--all');
  const early = await gus.tries(['inbox', 'decline', second!.deliveryId]);
  expect(early).toMatchObject({ code: 5, stderr: expect.stringContaining('parley inbox claim') as string });
  expect((await gus.tries(['inbox', 'claim'])).stdout).toMatch(/Olga.*\ntwo/);
  await gus.does('inbox', 'decline', second!.deliveryId, 'Not', 'now');
  const enclosed = await gus.tries(['inbox', 'claim', '--envelope']);
  expect(readEnvelope(enclosed.stdout).content).toBe('three');
  await gus.does('inbox', 'acknowledge', third!.deliveryId);
  const sent = await olga.answers<{ outcome: string; note?: string }[]>('inbox', 'list', '--sent', '--all');
  expect(sent.map(({ outcome, note }) => [outcome, note])).toEqual([
    ['replied', undefined],
    ['declined', 'Not now'],
    ['acknowledged', undefined],
  ]);
  expect(await gus.tries(['inbox', 'claim'])).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('No delivery') as string,
  });
  expect(await gus.does('inbox', 'list')).toBe('');
});

test('inbox lists what else waits: who asks to join, and tasks', async () => {
  const [olga, gus] = await machines(server.url, 'olga', 'gus');
  await olga.does('space', 'create', 'Launch', '--name', 'Olga', '--privacy', 'private');
  const { agentLink } = await olga.answers<{ agentLink: string }>('invite');
  expect((await olga.tries(['inbox'])).stderr).toBe('Nothing is directed to you\n');
  const joining = gus.start(['join', agentLink, '--name', 'Gus']);
  await joining.says('The owner must approve you');
  expect((await olga.tries(['inbox'])).stderr).toContain('Also waits for you:\n  Gus asks to join: parley approve');
  await olga.does('approve', 'Gus');
  await joining.ended;
  await olga.does('task', 'create', 'Proofread', '--for', 'Gus');
  const asked = await gus.tries(['inbox']);
  expect([asked.stdout, asked.stderr]).toEqual([expect.stringMatching(/Olga.*Task Proofread: open\n$/), '']);
  const { delivery } = await gus.answers<{ delivery: { deliveryId: string } }>('inbox', 'claim');
  await gus.does('inbox', 'acknowledge', delivery.deliveryId);
  expect((await gus.tries(['inbox'])).stderr).toMatch(/Also waits for you:\n  Task Proofread: open\n$/);
  expect((await olga.tries(['inbox'])).stderr).not.toContain('Also waits');
});

test('inbox withdraw ends a delivery of an own message, and only of an own one', async () => {
  const { olga, gus } = await meeting();
  await olga.does('send', '--to', 'Gus', 'Ready?');
  const [mine] = await olga.answers<{ deliveryId: string }[]>('inbox', 'list', '--sent');
  const id = mine!.deliveryId.slice(0, 8);
  expect(await gus.tries(['inbox', 'withdraw', id])).toMatchObject({ code: 3 });
  await gus.does('inbox', 'claim');
  expect(await olga.answers('inbox', 'withdraw', id)).toMatchObject({ outcome: 'withdrawn' });
  expect(await olga.tries(['inbox', 'withdraw', id])).toMatchObject({ code: 3 });
  expect(await gus.does('inbox', 'list')).toBe('');
  expect(await gus.tries(['inbox', 'claim'])).toMatchObject({ code: 3 });
  expect(await olga.does('inbox', 'list', '--sent', '--all')).toContain('withdrawn');
});

test('space update --ttl gives the space more time, and less only if that is confirmed', async () => {
  const { olga, gus } = await meeting();
  expect((await olga.tries(['space', 'update', '--ttl', '7d'])).stderr).toContain('the space ends in 7 d');
  const { ttlRemaining } = await gus.answers<{ ttlRemaining: number }>('space', 'show');
  expect(ttlRemaining).toBeGreaterThan(600_000);
  expect((await olga.tries(['space', 'update', '--ttl', '5'])).stderr).toContain('A time needs a unit: 5s, 5m, 5h or 5d.');
  const sooner = ['space', 'update', '--ttl', '1h'];
  expect(await olga.tries(sooner)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/The space would end in 1 h instead of in (7 d|6 d 23 h) \(confirm with --yes\)/) as string,
  });
  expect((await gus.answers<{ ttlRemaining: number }>('space', 'show')).ttlRemaining).toBeGreaterThan(600_000);
  await olga.does(...sooner, '--yes');
});

test('inbox claim --wait gets a delivery that comes later', async () => {
  const { olga, gus } = await meeting();
  const waiting = gus.start(['inbox', 'claim', '--wait', '1m', '--json']);
  await olga.does('send', '--to', 'Gus', 'Now');
  expect(await waiting.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('"content":"Now"') as string });
});

test('a message replies to another by its number', async () => {
  const { olga, gus } = await meeting();
  await olga.does('send', '--to', 'Gus', 'Ready?');
  const { sequence } = await gus.answers<{ sequence: number }>('messages');
  await gus.does('send', '--reply-to', `#${sequence}`, 'Yes');
  expect(await olga.answers('inbox', 'list', '--sent', '--all')).toMatchObject([{ outcome: 'replied' }]);
  expect(await gus.tries(['send', '--reply-to', '999', 'x'])).toMatchObject({ code: 3 });
});

test('ask-participant and send --wait print the reply only', async () => {
  const { olga, mia } = await meeting();
  const ending = new AbortController();
  const working = mia.work((delivery) => delivery.reply(`re: ${delivery.message.content}`), { signal: ending.signal });
  expect(await olga.tries(['ask-participant', 'Mia', 'Ready?'])).toEqual({ code: 0, stdout: 're: Ready?\n', stderr: '' });
  expect(await olga.tries(['send', '--to', 'Mia', '--wait', '1m', 'Steady?'])).toMatchObject({
    code: 0,
    stdout: 're: Steady?\n',
  });
  expect(await olga.answers('ask-participant', 'Mia', 'Go?')).toMatchObject({ content: 're: Go?', senderName: 'Mia' });
  ending.abort();
  await working;
});

test('without a reply, the reason is in the error and the exit code is 1', async () => {
  const { olga, mia } = await meeting();
  const late = await olga.tries(['ask-participant', 'Mia', 'x', '--wait', '1s', '--json']);
  expect(late).toMatchObject({ code: 1, stdout: '' });
  expect(JSON.parse(late.stderr)).toMatchObject({ error: 'No reply from Mia within 1 s', code: 'timeout' });
  const ending = new AbortController();
  const working = mia.work((delivery) => delivery.decline('I cannot review Go'), { signal: ending.signal });
  const declined = await olga.tries(['ask-participant', 'Mia', 'x', '--json']);
  expect(declined).toMatchObject({ code: 1, stdout: '' });
  expect(JSON.parse(declined.stderr)).toMatchObject({
    code: 'delivery_declined',
    error: expect.stringContaining('I cannot review Go') as string,
  });
  ending.abort();
  await working;
});

const statesOf = async (olga: { answers<T>(...words: string[]): Promise<T> }) =>
  (await olga.answers<{ outcome?: string; state: string }[]>('inbox', 'list', '--sent', '--all')).map(
    ({ state, outcome }) => outcome ?? state,
  );

test('a question that gets no reply is withdrawn, also after Ctrl-C; with --keep it stays', async () => {
  const { olga } = await meeting();
  const late = await olga.tries(['ask-participant', 'Mia', 'x', '--wait', '1s']);
  expect(late).toMatchObject({ code: 1, stderr: expect.stringContaining('the question was withdrawn') as string });
  expect(await statesOf(olga)).toEqual(['withdrawn']);
  const asking = olga.start(['ask-participant', 'Mia', 'x']);
  await expect.poll(() => statesOf(olga), { timeout: 60_000 }).toEqual(['withdrawn', 'queued']);
  asking.child.kill('SIGINT');
  expect((await asking.ended).code).toBe(130);
  expect(await statesOf(olga)).toEqual(['withdrawn', 'withdrawn']);
  const kept = await olga.tries(['ask-participant', 'Mia', 'x', '--wait', '1s', '--keep']);
  expect(kept).toMatchObject({ code: 1, stderr: expect.stringContaining('it can still come') as string });
  await olga.tries(['send', '--to', 'Mia', '--wait', '1s', '--keep', 'x']);
  expect(await statesOf(olga)).toEqual(['withdrawn', 'withdrawn', 'queued', 'queued']);
});

test.each([
  ['away', '2020-01-31T12:00:00.000Z', /^Bob is away since 2020-01-31 \d\d:\d\d\. Waiting for up to 1 s\.\n/],
  ['wakeable', undefined, /^Bob is away, but is being woken\. Waiting for up to 1 s\.\n/],
  ['live', undefined, /^parley: /],
])('a question to somebody who is %s says so at once', async (reach, lastSeenAt, said) => {
  const bob = { participantId: crypto.randomUUID(), name: 'Bob', role: '', status: 'active', isOwner: false, reach, lastSeenAt };
  const { url } = await fakeService({ 'GET /hub/space/': () => ({ body: { participants: [bob], artifacts: [] } }) });
  const [user] = await machines(url, 'user');
  const env = { PARLEY_SPACE: crypto.randomUUID(), PARLEY_KEY: 'a'.repeat(64) };
  expect((await user.tries(['ask-participant', 'Bob', 'x', '--wait', '1s'], { env })).stderr).toMatch(said);
});

test.each([
  [['--keep', 'x'], '--keep needs a wait'],
  [['--expect', 'ack', 'x'], '--expect needs an addressee'],
  [['--wait', '5m', 'x'], '--wait needs one addressee'],
  [['--to', 'Gus', '--to', 'Mia', '--wait', '5m', 'x'], '--wait needs one addressee'],
  [['--to', 'Gus', '--expect', 'nothing', '--wait', '5m', 'x'], '--wait needs one addressee'],
])('send %j is wrong usage', async (words, help) => {
  const [user] = await machines('http://127.0.0.1:1', 'user');
  expect(await user.tries(['send', ...words])).toMatchObject({ code: 2, stderr: expect.stringContaining(help) as string });
});

test('two agents that both sleep: a reply reaches who asked by inbox, hook and listen, and goes no further', async () => {
  const { olga, gus } = await meeting();
  const askGus = async (text: string) => {
    await olga.does('send', '--to', 'Gus', text);
    const { message } = await gus.answers<{ message: { id: string } }>('inbox', 'claim');
    await gus.does('send', '--reply-to', message.id, `${text} Yes`);
  };
  await askGus('One?');
  expect(await olga.answers('inbox', 'list')).toMatchObject([{ expects: 'nothing', state: 'queued' }]);
  expect(await olga.does('inbox', 'claim')).toContain('One? Yes');
  await askGus('Two?');
  olga.env['PARLEY_HOOK_TIMEOUT'] = '60';
  const hooked = await olga.tries(['hook', '--event', 'stop', '--host', 'claude'], { input: '{}' });
  expect(hooked.stdout).toContain('Two? Yes');
  await askGus('Three?');
  const heard = olga.start(['listen', '--exec', 'cat; echo heard', '--json', '--once']);
  await heard.ended;
  expect(heard.said.stdout).toContain('"result":"done"');
  for (const each of [olga, gus]) expect(await each.answers('inbox', 'list')).toEqual([]);
});
