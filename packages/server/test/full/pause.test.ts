import { answer, ask, createArtifact, meeting, openStream, type Input, type Member } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { databases, type Place } from '../databases.ts';
import { eventually } from '../eventually.ts';
import { serve, type Served } from '../in-process.ts';

describe.each(databases)('a paused space on %s', (_, open) => {
  let place: Place;
  let server: Served;
  // The server keeps the clock that it starts with.
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true });
    place = await open();
    server = await serve(place.settings);
  });
  afterAll(async () => {
    vi.useRealTimers();
    await server.stop();
    await place.remove();
  });

  async function crewOf() {
    const { owner, crew, invitation } = await meeting(server, 2, { ttl: 1_000_000 });
    const [ada, bob] = crew as [Member, Member];
    return { owner, ada, bob, invitation };
  }
  const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000);
  const pause = (owner: Member, reason?: string) => answer(200, server, 'pauseSpace', owner, { reason });
  const resume = (owner: Member) => answer(200, server, 'resumeSpace', owner);
  const restart = async () => {
    await server.stop();
    server = await serve(place.settings);
  };
  const viewOf = (who: Member) => answer(200, server, 'getSpace', who);

  it('says who paused it, when and why, in its view, in bundles, in the refusal, in the stream and in a catch-up', async () => {
    const { owner, ada } = await crewOf();
    const stream = await openStream(server, ada);
    onTestFinished(stream.leave);
    await pause(owner, 'Two agents answer each other');
    const { paused } = await viewOf(ada);
    expect(paused).toEqual({ by: owner.id, at: expect.any(String), reason: 'Two agents answer each other' });
    expect((await answer(200, server, 'listMessages', ada)).paused).toEqual(paused);
    expect(await answer(409, server, 'sendMessage', ada, { content: 'But' })).toMatchObject({ code: 'paused', paused });
    await eventually(() =>
      stream.events.some(({ event, data }) => event === 'context' && (data as Input)['paused'] !== undefined),
    );
    expect(stream.events.find(({ event }) => event === 'space')?.data).toMatchObject({
      ...{ action: 'paused', actorId: owner.id, reason: 'Two agents answer each other' },
    });
    expect((await answer(200, server, 'catchUp', ada)).room).toMatchObject({ paused: true });
    await resume(owner);
    expect(await viewOf(ada)).not.toHaveProperty('paused');
    await answer(200, server, 'sendMessage', ada, { content: 'Again' });
  });

  it('stays as it is if it is paused again, or resumed again', async () => {
    const { owner, ada } = await crewOf();
    await pause(owner, 'One');
    const { paused } = await viewOf(ada);
    pass(60);
    await pause(owner, 'Two');
    expect((await viewOf(ada)).paused).toEqual(paused);
    await resume(owner);
    const { messages: before } = await answer(200, server, 'listMessages', ada);
    await resume(owner);
    expect((await answer(200, server, 'listMessages', ada)).messages).toEqual(before);
  });

  it('is paused, and its leases as long as before, after a restart', async () => {
    const { owner, ada, bob } = await crewOf();
    const artifactId = await createArtifact(server, ada);
    await answer(200, server, 'lockArtifact', ada, { artifactId });
    const { taskId } = await answer(200, server, 'createTask', owner, { title: 'Work' });
    await answer(200, server, 'claimTask', ada, { taskId, leaseSeconds: 300 });
    await answer(200, server, 'sendMessage', owner, { content: 'Ready?', to: [ada.id] });
    const { delivery } = await answer(200, server, 'claimDelivery', ada, { leaseSeconds: 300 });
    const { deliveryId } = delivery!;
    const { decisionId } = await answer(200, server, 'createDecision', owner, {
      ...{ title: 'Ship it?', voters: [ada.id, bob.id], rule: 'all', expiresInSeconds: 300, fallback: 'reject' },
    });
    pass(30);
    await pause(owner);
    pass(2_000);
    await restart();
    pass(2_000);
    const held = async () => ({
      lock: (await answer(200, server, 'getArtifact', bob, { artifactId })).lockedBy,
      task: (await answer(200, server, 'getTask', bob, { taskId })).state,
      deliveries: (await answer(200, server, 'listDeliveries', ada)).deliveries.map(({ state }) => state),
      queued: (await answer(200, server, 'listDeliveries', ada, { state: 'queued' })).deliveries.length,
      decision: (await answer(200, server, 'getDecision', bob, { decisionId })).state,
    });
    const still = { lock: ada.id, task: 'claimed', deliveries: ['claimed', 'queued'], queued: 1, decision: 'open' };
    expect(await held()).toEqual(still);
    expect(await answer(200, server, 'getTask', bob, { taskId })).not.toHaveProperty('leaseExpiresAt');
    await restart();
    await resume(owner);
    pass(20);
    expect(await held()).toEqual(still);
    const { leaseExpiresAt } = await answer(200, server, 'getTask', bob, { taskId });
    expect(Math.round((Date.parse(leaseExpiresAt) - Date.now()) / 10_000)).toBe(25);
    pass(255);
    expect(await held()).toMatchObject({ task: 'open', deliveries: ['queued', 'queued'], decision: 'decided' });
    await eventually(async () => (await answer(200, server, 'listDeliveries', ada)).deliveries.length === 1);
    await answer(409, server, 'settleDelivery', ada, { deliveryId, outcome: 'declined' });
    pass(3_600);
    expect((await held()).lock).toBeUndefined();
  });

  it('lets agents leave, release, decline and keep what they hold, and join; what they keep lasts its time', async () => {
    const { owner, ada, bob, invitation } = await crewOf();
    const artifactId = await createArtifact(server, ada);
    await answer(200, server, 'lockArtifact', ada, { artifactId });
    const { taskId } = await answer(200, server, 'createTask', owner, { title: 'Work' });
    await answer(200, server, 'claimTask', ada, { taskId });
    for (const content of ['One', 'Two', 'Three']) await answer(200, server, 'sendMessage', owner, { content, to: [ada.id] });
    const claimed: string[] = [];
    for (let i = 0; i < 3; i += 1) claimed.push((await answer(200, server, 'claimDelivery', ada)).delivery!.deliveryId);
    const [kept, declined, released] = claimed as [string, string, string];
    await pause(owner);
    pass(5_000);
    await answer(200, server, 'heartbeatArtifactLock', ada, { artifactId });
    await answer(200, server, 'renewDelivery', ada, { deliveryId: kept, leaseSeconds: 300 });
    await answer(200, server, 'renewTask', ada, { taskId, leaseSeconds: 300 });
    await answer(409, server, 'settleDelivery', ada, { deliveryId: declined, outcome: 'acknowledged' });
    await answer(200, server, 'settleDelivery', ada, { deliveryId: declined, outcome: 'declined' });
    await answer(200, server, 'releaseDelivery', ada, { deliveryId: released });
    const eve = await answer(200, server, 'joinSpace', invitation, { name: 'Eve' });
    const joined = { ...bob, id: eve.participantId, key: eve.participantPrivateKey };
    await answer(200, server, 'getSpace', joined);
    expect(await answer(409, server, 'sendMessage', joined, { content: 'Hi' })).toMatchObject({ code: 'paused' });
    pass(5_000);
    await resume(owner);
    pass(200);
    const states = async () => (await answer(200, server, 'listDeliveries', ada)).deliveries.map(({ state }) => state);
    expect(await states()).toEqual(['claimed', 'queued']);
    expect(await answer(200, server, 'getTask', bob, { taskId })).toMatchObject({ state: 'claimed' });
    pass(110);
    expect(await states()).toEqual(['queued', 'queued']);
    await pause(owner);
    await answer(200, server, 'leaveSpace', bob);
  });

  it('lets the owner write, and nobody claim; nothing that is refused is stored', async () => {
    const { owner, ada } = await crewOf();
    await answer(200, server, 'sendMessage', owner, { content: 'Ready?', to: [ada.id] });
    const { taskId } = await answer(200, server, 'createTask', owner, { title: 'Work' });
    await pause(owner);
    const { messageId } = await answer(200, server, 'sendMessage', owner, { content: 'Wait', to: [ada.id] });
    expect(messageId).toEqual(expect.any(String));
    for (const [who, name, input] of [
      [ada, 'claimDelivery', {}],
      [owner, 'claimDelivery', {}],
      [ada, 'claimTask', { taskId }],
      [owner, 'claimTask', { taskId }],
    ] as const)
      expect(await answer(409, server, name, who, input)).toMatchObject({ code: 'paused' });
    const file = await ask(server, 'createFile', ada, { name: 'a.txt' });
    expect([file.status, file.body]).toMatchObject([409, { code: 'paused' }]);
    const artifactId = await createArtifact(server, owner);
    await answer(200, server, 'lockArtifact', owner, { artifactId });
    pass(5_000);
    expect(await answer(200, server, 'getArtifact', ada, { artifactId })).toMatchObject({ lockedBy: owner.id });
    expect((await answer(200, server, 'listMessages', ada)).messages).toHaveLength(2);
  });

  it('gives a retry the answer of before the pause', async () => {
    const { owner, ada } = await crewOf();
    const sent = await answer(200, server, 'sendMessage', ada, { content: 'Once' }, 'a key');
    await pause(owner);
    expect((await answer(200, server, 'sendMessage', ada, { content: 'Once' }, 'a key')).messageId).toBe(sent.messageId);
    await answer(409, server, 'sendMessage', ada, { content: 'Once' }, 'another key');
  });

  it('does not end, or begin, by the retry of a request that changed nothing', async () => {
    const { owner, ada } = await crewOf();
    const again = (name: 'pauseSpace' | 'resumeSpace') => answer(200, server, name, owner, {}, name);
    await again('resumeSpace');
    await pause(owner);
    await again('resumeSpace');
    expect(await viewOf(ada)).toHaveProperty('paused');
    await again('pauseSpace');
    await resume(owner);
    await again('pauseSpace');
    expect(await viewOf(ada)).not.toHaveProperty('paused');
  });

  it('404 for an id that identifies nothing, before 409', async () => {
    const { owner, ada } = await crewOf();
    await pause(owner);
    await answer(404, server, 'lockArtifact', ada, { artifactId: owner.id });
  });
});
