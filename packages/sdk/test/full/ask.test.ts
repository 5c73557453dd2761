import { startServer } from '@parley/testing';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { NoReplyError, TimeoutError, type Delivery, type Space } from '../../src/index.ts';
import { connect, eventually, meeting, quietly, scratch } from '../meeting.ts';

const server = inject('server');

async function pair(): Promise<[owner: Space, bob: Space]> {
  const [owner, bob] = await meeting(connect(server.url), 'Bob');
  return [owner, bob!];
}

/** Works until the test is over. */
function working(space: Space, handler: (delivery: Delivery) => unknown): void {
  const stop = new AbortController();
  const work = space.work(handler, { signal: stop.signal });
  onTestFinished(() => {
    stop.abort();
    return work;
  });
}

const refused = (asking: Promise<unknown>): Promise<unknown> => asking.catch((error: unknown) => error);

describe('a question', () => {
  test('resolves with the reply, by a loop of deliveries or by any message that replies', async () => {
    const [owner, bob] = await pair();
    working(bob, (delivery) => delivery.reply(`${delivery.message.content} Yes`));
    expect(await owner.ask('Bob', 'Ready?')).toMatchObject({ content: 'Ready? Yes', senderId: bob.participantId, isMine: false });
    const reply = await owner.ask(bob.participantId!, '<b>Sure?</b>', { type: 'html' });
    await reply.reply('Thank you');
    expect((await owner.messages()).messages.map(({ content }) => content)).toEqual([
      'Ready?',
      'Ready? Yes',
      '<b>Sure?</b>',
      '<b>Sure?</b> Yes',
      'Thank you',
    ]);
  });

  test('leaves nothing that tells of its reply, and a worker of the same participant does not get it either', async () => {
    const [owner, bob] = await pair();
    const handled: string[] = [];
    working(bob, (delivery) => delivery.reply('Yes'));
    working(owner, ({ message }) => void handled.push(message.content));
    for (let i = 0; i < 3; i += 1) await owner.ask('Bob', 'Ready?');
    expect((await owner.call('listDeliveries', { state: 'open' })).deliveries).toEqual([]);
    await owner.send('Ready?', { to: 'Bob' });
    await eventually(() => handled.length > 0);
    expect(handled).toEqual(['Yes']);
  });

  test('each gets its own reply when several are open', async () => {
    const [owner, bob, carol] = await meeting(connect(server.url), 'Bob', 'Carol');
    for (const [space, name] of [
      [bob!, 'Bob'],
      [carol!, 'Carol'],
    ] as const)
      working(space, (delivery) => delivery.reply(`${name}: ${delivery.message.content}`));
    const questions = Array.from({ length: 8 }, (_, i) => [i % 2 ? 'Bob' : 'Carol', `question ${i}`] as const);
    const replies = await Promise.all(questions.map(([name, text]) => owner.ask(name, text)));
    expect(replies.map(({ content }) => content)).toEqual(questions.map(([name, text]) => `${name}: ${text}`));
  });

  test('does not miss a reply that came before it waits, as after a crash of the process that asked', async () => {
    const [owner, bob] = await pair();
    const idempotencyKey = crypto.randomUUID();
    const crash = new AbortController();
    const crashed = refused(owner.ask('Bob', 'Ready?', { idempotencyKey, signal: crash.signal }));
    for await (const delivery of bob.deliveries()) {
      crash.abort(new Error('crash'));
      await crashed;
      await delivery.reply('Yes');
      break;
    }
    await owner.send('Something else');
    expect(await crashed).toMatchObject({ message: 'crash' });
    expect(await owner.ask('Bob', 'Ready?', { idempotencyKey })).toMatchObject({ content: 'Yes' });
    expect((await owner.messages()).messages).toHaveLength(3);
  });

  test('is refused by a decline with its note, and by an acknowledgement', async () => {
    const [owner, bob] = await pair();
    working(bob, (delivery) => (delivery.message.content === 'Review?' ? delivery.decline('I cannot review Go.') : undefined));
    const declined = (await refused(owner.ask('Bob', 'Review?'))) as NoReplyError;
    expect(declined).toBeInstanceOf(NoReplyError);
    expect(declined).toMatchObject({ code: 'delivery_declined', outcome: 'declined', note: 'I cannot review Go.' });
    expect(declined.message).toBe('Bob declined: I cannot review Go.');
    expect(await refused(owner.ask(bob.participantId!, 'Review?'))).toMatchObject({ message: declined.message });
    expect(declined.delivery).toMatchObject({ participantId: bob.participantId, state: 'done' });
    expect(await refused(owner.ask('Bob', 'Seen?'))).toMatchObject({
      name: 'NoReplyError',
      outcome: 'acknowledged',
      note: undefined,
    });
  });

  test('is refused by the failure of the last attempt', async () => {
    const [owner, bob] = await pair();
    working(bob, (delivery) => delivery.release());
    expect(await refused(owner.ask('Bob', 'Ready?'))).toMatchObject({ outcome: 'failed', delivery: { attempt: 5 } });
  });

  test('expires when the participant leaves, and when the space ends', async () => {
    const [owner, bob, carol] = await meeting(connect(server.url), 'Bob', 'Carol');
    const open = async () => (await owner.call('listDeliveries', { role: 'sender', state: 'open' })).deliveries.length;
    const toBob = refused(owner.ask('Bob', 'Ready?'));
    const toCarol = refused(owner.ask('Carol', 'Ready?'));
    await eventually(async () => (await open()) === 2);
    await bob!.leave();
    expect(await toBob).toMatchObject({ name: 'NoReplyError', outcome: 'expired' });
    await owner.close();
    expect(await toCarol).toMatchObject({ name: 'NoReplyError', outcome: 'expired' });
    expect(carol).toBeDefined();
  });

  test('is not waited for longer than timeoutMs', async () => {
    const [owner] = await pair();
    await expect(owner.ask('Bob', 'Ready?', { timeoutMs: 500 })).rejects.toThrow(TimeoutError);
  });

  test('is withdrawn when the wait ends if that is wanted, and stays otherwise', async () => {
    let isWaiting = false;
    const [owner, bob] = await meeting(
      connect(server.url, {
        fetch: (url, init) => {
          // The question is known, and now waited for.
          if (String(url).includes('/messages/stream')) isWaiting = true;
          return fetch(url, init);
        },
      }),
      'Bob',
    );
    const outcomes = async () =>
      (await owner.call('listDeliveries', { role: 'sender', state: 'all' })).deliveries.map(
        ({ state, outcome }) => outcome ?? state,
      );
    await owner.send('Ready?', { to: 'Bob' });
    const stop = new AbortController();
    const asking = refused(owner.ask('Bob', 'Still there?', { withdraw: true, signal: stop.signal }));
    await eventually(() => isWaiting);
    for (let i = 0; i < 2; i += 1) await bob!.call('claimDelivery', {});
    stop.abort(new Error('enough'));
    expect(await asking).toMatchObject({ message: 'enough' });
    expect(await outcomes()).toEqual(['claimed', 'withdrawn']);
    const kept = new AbortController();
    isWaiting = false;
    const keeping = refused(owner.ask('Bob', 'Anybody?', { signal: kept.signal }));
    await eventually(() => isWaiting);
    kept.abort(new Error('enough'));
    await keeping;
    expect(await outcomes()).toEqual(['claimed', 'withdrawn', 'queued']);
  });

  test('is withdrawn also if the wait ends before the answer to sending it has arrived', async () => {
    let [isSent, arrive] = [false, () => {}];
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const slow: typeof fetch = async (url, init) => {
      const response = await fetch(url, init);
      if (String(url).endsWith('/messages')) {
        isSent = true;
        await arrived;
      }
      return response;
    };
    const [owner] = await meeting(connect(server.url, { fetch: slow }), 'Bob');
    const stop = new AbortController();
    const asking = refused(owner.ask('Bob', 'Still there?', { withdraw: true, signal: stop.signal }));
    await eventually(() => isSent);
    stop.abort(new Error('enough'));
    arrive();
    expect(await asking).toMatchObject({ message: 'enough' });
    const { deliveries } = await owner.call('listDeliveries', { role: 'sender', state: 'all' });
    expect(deliveries).toMatchObject([{ outcome: 'withdrawn' }]);
  });

  test('that its sender withdraws elsewhere is not waited for any longer', async () => {
    const [owner] = await pair();
    const asking = refused(owner.ask('Bob', 'Ready?'));
    const open = async () => (await owner.call('listDeliveries', { role: 'sender' })).deliveries;
    await eventually(async () => (await open()).length === 1);
    const { deliveryId } = (await open())[0]!;
    expect(await owner.withdraw(deliveryId)).toMatchObject({ deliveryId, outcome: 'withdrawn' });
    expect(await asking).toMatchObject({ name: 'NoReplyError', outcome: 'withdrawn', code: 'delivery_withdrawn' });
    await expect(owner.withdraw(deliveryId)).rejects.toMatchObject({ name: 'ConflictError', code: 'delivery_ended' });
  });

  test('waits while it is held, and ends at once if it is refused', async () => {
    const [, bob, carol] = await meeting(connect(server.url), 'Bob', 'Carol');
    expect(await bob!.inbound()).toEqual({ accept: 'all', others: 'hold' });
    await bob!.setInbound([]);
    const asking = carol!.ask('Bob', 'Ready?');
    const held = async () => (await bob!.call('listDeliveries', { state: 'pending' })).deliveries;
    await eventually(async () => (await held())[0]?.state === 'held');
    working(bob!, (delivery) => delivery.reply('Yes'));
    const { deliveryId } = (await held())[0]!;
    expect(await bob!.accept(deliveryId)).toMatchObject({ deliveryId, state: 'queued' });
    expect(await asking).toMatchObject({ content: 'Yes' });
    await expect(bob!.accept(deliveryId)).rejects.toMatchObject({ name: 'ConflictError', code: 'delivery_ended' });

    await bob!.setInbound('humans', { others: 'refuse' });
    expect(await refused(carol!.ask('Bob', 'And now?'))).toMatchObject({
      ...{ name: 'NoReplyError', outcome: 'refused', code: 'delivery_refused' },
      message: 'Bob accepts no messages from you',
    });
    expect(await bob!.setInbound(['Carol'])).toEqual({ accept: [carol!.participantId], others: 'hold' });
    await expect(bob!.setInbound(['Nobody'])).rejects.toMatchObject({ name: 'NotFoundError' });
  });

  test('survives a server that is killed and comes back', async () => {
    const settings = quietly(scratch(onTestFinished));
    let server = await startServer(settings);
    const { url } = server;
    onTestFinished(() => server.kill());
    const [owner, bob] = await meeting(connect(url), 'Bob');
    const asking = owner.ask('Bob', 'Ready?');
    for await (const delivery of bob!.deliveries()) {
      await server.kill();
      server = await startServer({ ...settings, PORT: new URL(url).port });
      await delivery.reply('Yes');
      break;
    }
    expect(await asking).toMatchObject({ content: 'Yes' });
  });

  test('survives a server that is gone for 8 s when it is asked, and so do a message and both kinds of edit', async () => {
    const settings = quietly(scratch(onTestFinished));
    let server = await startServer(settings);
    const { url } = server;
    onTestFinished(() => server.kill());
    const [owner, bob] = await meeting(connect(url), 'Bob');
    const [note, plan] = await Promise.all(['Note', 'Plan'].map((name) => owner.artifacts.create({ name, content: 'one\n' })));
    await server.stop();
    const patience = { timeoutMs: 120_000 };
    const asking = owner.ask('Bob', 'Ready?', patience);
    const writing = Promise.all([
      owner.send('Hello', { to: 'Bob', expects: 'nothing', ...patience }),
      note!.edit({ append: 'two\n' }, patience),
      plan!.edit((text) => `${text}two\n`),
    ]);
    await new Promise((resolve) => setTimeout(resolve, 8_000));
    server = await startServer({ ...settings, PORT: new URL(url).port });
    working(bob!, (delivery) => delivery.reply('Yes'));
    expect(await asking).toMatchObject({ content: 'Yes' });
    await writing;
    const said = (await owner.messages()).messages.map(({ content }) => content);
    expect(said.filter((each) => each === 'Hello' || each === 'Ready?').toSorted()).toEqual(['Hello', 'Ready?']);
    expect([await note!.download(), await plan!.download()]).toEqual(['one\ntwo\n', 'one\ntwo\n']);
  });

  test('survives an outage that begins after it was sent', async () => {
    const [owner, bob] = await pair();
    let outages = 0;
    const failing: typeof fetch = async (input, init) => {
      if (!String(input).endsWith('/messages') && (outages += 1) <= 6) throw new TypeError('fetch failed');
      return fetch(input, init);
    };
    working(bob, (delivery) => delivery.reply('Yes'));
    const id = bob.participantId!;
    const asker = connect(server.url, { fetch: failing, maxRetries: 0 }).space(owner);
    expect(await asker.ask(id, 'Ready?')).toMatchObject({ content: 'Yes' });
    expect(outages).toBeGreaterThan(6);
  });

  test('learns every outcome where streams do not work', async () => {
    const [owner, bob] = await pair();
    const streamless: typeof fetch = async (input, init) => {
      if (String(input).includes('/stream')) return new Response('{}', { headers: { 'content-type': 'application/json' } });
      return fetch(input, init);
    };
    const asker = connect(server.url, { fetch: streamless }).space(owner);
    working(bob, (delivery) => (delivery.message.content === 'Review?' ? delivery.decline('No') : delivery.reply('Yes')));
    expect(await asker.ask('Bob', 'Ready?')).toMatchObject({ content: 'Yes' });
    expect(await refused(asker.ask('Bob', 'Review?'))).toMatchObject({ outcome: 'declined', note: 'No' });
  });
});
