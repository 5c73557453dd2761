import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { answer, ask, meeting, openStream, startServer, type Member, type TestServer } from '@parley/testing';
import { databases, type Place } from '../databases.ts';
import { eventually } from '../eventually.ts';

describe.each(databases)('on %s', (_, open) => {
  let place: Place;
  let server: TestServer;
  beforeAll(async () => {
    place = await open();
    server = await startServer(place.settings);
  });
  afterAll(async () => {
    await server.stop();
    await place.remove();
  });

  const send = (member: Member, input: object) => answer(200, server, 'sendMessage', member, { content: 'Hello', ...input });
  const claim = (member: Member) => answer(200, server, 'claimDelivery', member);
  const received = async (member: Member, input = {}) => (await answer(200, server, 'listDeliveries', member, input)).deliveries;

  test('a space that ends right after a departure with many open deliveries keeps no process busy', async () => {
    const { owner, crew } = await meeting(server, 3);
    const [ada, ...senders] = crew as [Member, ...Member[]];
    await Promise.all(senders.flatMap((each) => Array.from({ length: 100 }, () => send(each, { to: [ada.id] }))));
    await answer(200, server, 'kickParticipant', owner, { participantId: ada.id });
    await answer(200, server, 'closeSpace', owner);
    // Departures of other spaces are still recorded.
    const other = await meeting(server, 1);
    const [bob] = other.crew as [Member];
    await send(other.owner, { to: [bob.id] });
    await answer(200, server, 'leaveSpace', bob);
    const stream = await openStream(server, other.owner, { lastEventId: 0 });
    onTestFinished(stream.leave);
    await eventually(() => stream.events.some(({ event, data }) => event === 'delivery' && data['outcome'] === 'expired'));
  });

  describe('the claims of an addressee', () => {
    const contents = async (member: Member, count: number) => {
      const all: string[] = [];
      for (let i = 0; i < count; i += 1) all.push((await claim(member)).message.content);
      return all.join(' ');
    };

    test('take turns between the senders, and take the oldest of each', async () => {
      const { owner, crew } = await meeting(server, 3);
      const [ada, troll, bob] = crew as [Member, Member, Member];
      for (let i = 1; i <= 40; i += 1) await send(troll, { content: `t${i}`, to: [ada.id] });
      for (let i = 1; i <= 2; i += 1) await send(bob, { content: `b${i}`, to: [ada.id] });
      await send(owner, { content: 'o1', to: [ada.id] });
      expect(await contents(ada, 6)).toBe('t1 b1 o1 t2 b2 t3');
      await send(owner, { content: 'o2', to: [ada.id] });
      expect(await contents(ada, 2)).toBe('o2 t4');
      const page = await received(ada, { state: 'queued', limit: 2 });
      expect(page.map(({ sequence }) => sequence)).toEqual(page.map(({ sequence }) => sequence).toSorted((a, b) => a - b));
    });

    test('serve a sender of before in its turn, not after newcomers who flood', async () => {
      const { owner, crew } = await meeting(server, 21);
      const [ada, ...crowd] = crew as [Member, ...Member[]];
      await send(owner, { content: 'o1', to: [ada.id] });
      expect(await contents(ada, 1)).toBe('o1');
      for (const each of crowd) await send(each, { content: 'flood', to: [ada.id] });
      await send(owner, { content: 'o2', to: [ada.id] });
      expect(await contents(ada, 2)).toBe('o2 flood');
    });

    test('queue one that was given back behind the other senders', async () => {
      const { owner, crew } = await meeting(server, 2);
      const [ada, bob] = crew as [Member, Member];
      await send(owner, { content: 'o1', to: [ada.id] });
      await send(bob, { content: 'b1', to: [ada.id] });
      const { delivery } = await claim(ada);
      await answer(200, server, 'releaseDelivery', ada, { deliveryId: delivery!.deliveryId });
      expect(await contents(ada, 2)).toBe('b1 o1');
    });
  });

  test('409 `limit_reached` beyond 100 open deliveries of a sender to an addressee, however many are sent at the same time', async () => {
    const direct = (member: Member, to: Member) => ask(server, 'sendMessage', member, { content: 'Hello', to: [to.id] });
    const { owner, crew } = await meeting(server, 2);
    const [ada, bob] = crew as [Member, Member];
    for (let round = 0; round < 2; round += 1) {
      const all = await Promise.all(Array.from({ length: 80 }, () => direct(owner, ada)));
      expect(all.filter(({ status }) => status === 200)).toHaveLength(round === 0 ? 80 : 20);
      for (const { status, body } of all.filter((each) => each.status !== 200)) {
        expect([status, body.code]).toEqual([409, 'limit_reached']);
      }
    }
    for (let i = 0; i < 3; i += 1) await claim(ada);
    const refused = await ask(server, 'sendMessage', owner, { content: 'Hello', to: [bob.id, ada.id] });
    expect(refused).toMatchObject({ status: 409, body: { issues: [{ field: 'to.1', limit: 100, actual: 101 }] } });
    expect(await received(bob)).toEqual([]);
    expect((await direct(owner, bob)).status).toBe(200);
    expect((await direct(bob, ada)).status).toBe(200);
    await send(owner, { content: 'Hello, all' });
    const open = await received(owner, { role: 'sender', limit: 1_000 });
    expect(open.filter(({ participantId }) => participantId === ada.id)).toHaveLength(100);
  });
});
