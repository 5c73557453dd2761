import { startServer } from '@parley/testing';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { KeyError, LeaseLostError, type Delivery, type DeliveryView, type Space } from '../../src/index.ts';
import { connect, eventually, meeting, quietly, scratch } from '../meeting.ts';

const server = inject('server');

const sent = async (space: Space): Promise<DeliveryView[]> =>
  (await space.call('listDeliveries', { role: 'sender', state: 'all' })).deliveries;
const outcomes = async (space: Space) =>
  (await sent(space)).map(({ state, outcome, attempt }) => `${outcome ?? state} ${attempt}`);

async function pair(): Promise<[owner: Space, bob: Space]> {
  const [owner, bob] = await meeting(connect(server.url), 'Bob');
  return [owner, bob!];
}

/** Claims one delivery and leaves it to the test. */
async function claimed(space: Space): Promise<Delivery> {
  const source = space.deliveries();
  onTestFinished(async () => void (await source.return()));
  return (await source.next()).value as Delivery;
}

describe('a directed message', () => {
  test('goes to participants by id or by name, and returns a delivery for each', async () => {
    const [owner, bob, carol] = await meeting(connect(server.url), 'Bob', 'Carol');
    const { deliveries } = await owner.send('Ready?', { to: ['Bob', carol!.participantId!], expects: 'ack' });
    expect(deliveries!.map(({ participantId, state }) => [participantId, state])).toEqual([
      [bob!.participantId, 'queued'],
      [carol!.participantId, 'queued'],
    ]);
    await expect(owner.send('Ready?', { to: 'Dave' })).rejects.toMatchObject({ code: 'participant_not_found' });
  });

  test('is replied to from every way of reading, and is plain data otherwise', async () => {
    const [owner, bob] = await pair();
    const { messageId } = await owner.send('Ready?', { to: 'Bob' });
    const [message] = (await bob.messages()).messages;
    const { messageId: replyId } = await message!.reply('Yes');
    for await (const each of owner.history()) if (each.id === replyId) expect(each.replyTo).toBe(messageId);
    expect(await outcomes(owner)).toEqual(['replied 0']);
    expect(Object.keys(message!)).not.toContain('reply');
    expect(JSON.parse(JSON.stringify(message))).toEqual({ ...message });
  });
});

describe('a loop over deliveries', () => {
  test('acknowledges what its body leaves open, and releases it at `break`', async () => {
    const [owner, bob] = await pair();
    const contents = ['reply', 'acknowledge', 'decline', 'release', 'nothing'];
    for (const content of contents) await owner.send(content, { to: 'Bob' });
    const seen: string[] = [];
    for await (const delivery of bob.deliveries()) {
      const { content } = delivery.message;
      seen.push(content);
      if (content === 'reply') await delivery.reply('Here');
      if (content === 'acknowledge') await delivery.acknowledge('Seen');
      if (content === 'decline') await delivery.decline('Busy');
      if (seen.filter((each) => each === 'release').length === 2) break;
      if (content === 'release') await delivery.release();
      expect(delivery.isHeld).toBe(content === 'nothing');
      expect(delivery.signal.aborted).toBe(false);
    }
    expect(seen).toEqual(['reply', 'acknowledge', 'decline', 'release', 'release']);
    expect(await outcomes(owner)).toEqual(['replied 1', 'acknowledged 1', 'declined 1', 'queued 2', 'queued 0']);
    expect((await sent(owner)).map(({ note }) => note)).toEqual([undefined, 'Seen', 'Busy', undefined, undefined]);
    for await (const { message } of bob.deliveries()) if (message.content === 'nothing') break;
    expect(await outcomes(owner)).toEqual(['replied 1', 'acknowledged 1', 'declined 1', 'acknowledged 3', 'queued 1']);
  });

  test('waits for deliveries, and ends when the space ends', async () => {
    const [owner, bob] = await pair();
    const seen: string[] = [];
    const working = (async () => {
      for await (const { message } of bob.deliveries()) seen.push(message.content);
    })();
    for (const content of ['one', 'two']) {
      await owner.send(content, { to: 'Bob' });
      await eventually(() => seen.includes(content));
    }
    await eventually(async () => (await outcomes(owner)).join() === 'acknowledged 1,acknowledged 1');
    await owner.close();
    await working;
  });

  test('ends without an error when its signal is aborted, and releases what it claimed meanwhile', async () => {
    const [owner, bob] = await pair();
    const stop = new AbortController();
    const working = (async () => {
      for await (const _ of bob.deliveries({ signal: stop.signal })) expect.unreachable();
    })();
    stop.abort();
    await working;
    await owner.send('Still there?', { to: 'Bob' });
    expect(await outcomes(owner)).toEqual(['queued 0']);
  });

  test('settles the delivery in hand although its signal was aborted during the body', async () => {
    const [owner, bob] = await pair();
    await owner.send('Finish this', { to: 'Bob' });
    const stop = new AbortController();
    for await (const _ of bob.deliveries({ signal: stop.signal })) stop.abort();
    await eventually(async () => (await outcomes(owner)).join() === 'acknowledged 1');
  });

  test('releases the delivery whose body throws', async () => {
    const [owner, bob] = await pair();
    await owner.send('Fail', { to: 'Bob' });
    const failing = async () => {
      for await (const { message } of bob.deliveries()) throw new Error(message.content);
    };
    await expect(failing()).rejects.toThrow('Fail');
    expect(await outcomes(owner)).toEqual(['queued 1']);
  });

  test('throws when the key was revoked', async () => {
    const [owner, bob] = await pair();
    const refused = expect(bob.deliveries().next()).rejects.toThrow(KeyError);
    await owner.kick('Bob');
    await refused;
  });

  test('has nothing to settle when nothing is expected', async () => {
    const [owner, bob] = await pair();
    await owner.send('For your information', { to: 'Bob', expects: 'nothing' });
    for await (const delivery of bob.deliveries()) {
      expect([delivery.isHeld, delivery.signal.aborted, delivery.view.outcome]).toEqual([false, false, 'acknowledged']);
      break;
    }
    expect(await outcomes(owner)).toEqual(['acknowledged 1']);
  });
});

describe('a lease', () => {
  test('is renewed while a body runs', async () => {
    const renewed: string[] = [];
    const [owner, bob] = await pair();
    const hooks = {
      response: ({ operation, status }: { operation: string; status: number }) => void renewed.push(`${operation} ${status}`),
    };
    await owner.send('Take your time', { to: 'Bob' });
    for await (const delivery of connect(server.url, { hooks }).space(bob).deliveries({ leaseSeconds: 10 })) {
      const before = delivery.view.leaseExpiresAt!;
      await eventually(() => renewed.includes('renewDelivery 200'));
      await eventually(() => delivery.view.leaseExpiresAt! > before);
      expect(delivery.signal.aborted).toBe(false);
      break;
    }
  });

  test('that was lost aborts the signal, and neither reply nor settlement reaches the service', async () => {
    const [owner, bob] = await pair();
    await owner.send('Slow', { to: 'Bob' });
    for await (const delivery of bob.deliveries({ leaseSeconds: 10 })) {
      await bob.call('releaseDelivery', { deliveryId: delivery.id });
      await eventually(() => delivery.signal.aborted);
      expect(delivery.signal.reason).toBeInstanceOf(LeaseLostError);
      for (const attempt of [delivery.reply('Late'), delivery.acknowledge(), delivery.decline(), delivery.release()])
        await expect(attempt).rejects.toThrow(LeaseLostError);
      break;
    }
    expect(await outcomes(owner)).toEqual(['queued 1']);
    expect((await owner.messages()).messages).toHaveLength(1);
  });

  test('is lost when the key is revoked', async () => {
    const [owner, bob] = await pair();
    await owner.send('Slow', { to: 'Bob' });
    const source = bob.deliveries({ leaseSeconds: 10 });
    const delivery = (await source.next()).value as Delivery;
    await owner.kick('Bob');
    await eventually(() => delivery.signal.aborted);
    expect((delivery.signal.reason as LeaseLostError).cause).toBeInstanceOf(KeyError);
    await expect(source.next()).rejects.toThrow(KeyError);
  });

  test('of an earlier claim cannot settle a later one', async () => {
    const [owner, bob] = await pair();
    await owner.send('Whose?', { to: 'Bob' });
    const first = await claimed(bob);
    await bob.call('releaseDelivery', { deliveryId: first.id });
    const second = await claimed(bob);
    await expect(first.acknowledge()).rejects.toThrow(LeaseLostError);
    await second.reply('Mine');
    expect(await outcomes(owner)).toEqual(['replied 2']);
  });
});

describe('work', () => {
  test('of two workers of one participant shares the deliveries without overlap', async () => {
    const [owner, bob] = await pair();
    const seen: string[] = [];
    let most = 0;
    const busy = new Set<Delivery>();
    const worker = () =>
      connect(server.url)
        .space(bob)
        .work(
          async (delivery) => {
            busy.add(delivery);
            most = Math.max(most, busy.size);
            seen.push(delivery.message.content);
            await delivery.reply(`Done: ${delivery.message.content}`);
            busy.delete(delivery);
          },
          { concurrency: 3 },
        );
    const working = [worker(), worker()];
    const names = Array.from({ length: 30 }, (_, i) => `task ${i}`);
    await Promise.all(names.map((name) => owner.send(name, { to: 'Bob' })));
    await eventually(async () => (await outcomes(owner)).every((each) => each === 'replied 1'));
    expect(seen.toSorted()).toEqual(names.toSorted());
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(6);
    await owner.close();
    await Promise.all(working);
  });

  test('ends with the error of its handler after it released the delivery', async () => {
    const [owner, bob] = await pair();
    await owner.send('Fail', { to: 'Bob' });
    const failing = bob.work(() => Promise.reject(new Error('No')), { concurrency: 2 });
    await expect(failing).rejects.toThrow('No');
    // The second worker can be claiming meanwhile: it then releases the delivery again.
    await eventually(async () => /^queued [12]$/.test((await outcomes(owner)).join()));
  });

  test('with onError tries again', async () => {
    const [owner, bob] = await pair();
    await owner.send('Fail twice', { to: 'Bob' });
    const errors: string[] = [];
    const stop = new AbortController();
    await bob.work(
      async (delivery) => {
        if (delivery.view.attempt < 3) throw new Error(`attempt ${delivery.view.attempt}`);
        await delivery.reply('At last');
        stop.abort();
      },
      { signal: stop.signal, onError: (error) => errors.push((error as Error).message) },
    );
    expect(errors).toEqual(['attempt 1', 'attempt 2']);
    expect(await outcomes(owner)).toEqual(['replied 3']);
  });
});

test('a body continues over a server that is killed and comes back, and its reply arrives once', async () => {
  const settings = quietly(scratch(onTestFinished));
  let server = await startServer(settings);
  const { url } = server;
  onTestFinished(() => server.kill());
  const [owner, bob] = await meeting(connect(url), 'Bob');
  await owner.send('one', { to: 'Bob' });
  await owner.send('two', { to: 'Bob' });
  const signals: AbortSignal[] = [];
  for await (const delivery of bob!.deliveries()) {
    signals.push(delivery.signal);
    await server.kill();
    const back = startServer({ ...settings, PORT: new URL(url).port }).then((again) => (server = again));
    if (delivery.message.content === 'one') await delivery.reply('Here');
    await back;
    // The loop acknowledges the second and then waits, while the server goes away once more.
    if (delivery.message.content === 'two') break;
  }
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  expect(await outcomes(owner)).toEqual(['replied 1', 'queued 1']);
  expect((await owner.messages()).messages.map(({ content }) => content)).toEqual(['one', 'two', 'Here']);
  const seen: string[] = [];
  const working = bob!.work((delivery) => void seen.push(delivery.message.content));
  await eventually(() => seen.length === 1);
  await server.kill();
  server = await startServer({ ...settings, PORT: new URL(url).port });
  await owner.send('three', { to: 'Bob' });
  await eventually(() => seen.length === 2);
  await owner.close();
  await working;
  expect(seen).toEqual(['two', 'three']);
});
