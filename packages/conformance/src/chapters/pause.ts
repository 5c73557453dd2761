import { expect } from '../expect/expect.ts';
import { human, hasHumans, needsSessions } from '../requests.ts';
import { additions, promise } from '../runner/promises.ts';
import { skip } from '../runner/scope.ts';
import { claim, directed, everybody, invite, join, openSpace, say, tasking, write } from '../scenes.ts';
import { covers, type Input } from '../wire/call.ts';
import { openStream } from '../wire/stream.ts';

const isHeld = { code: 'paused', paused: { by: expect.any(String), at: expect.any(String) } };

additions('pauseSpace', () => {
  promise('200, and everyone reads in the view and in bundles who paused the space, when and why', async () => {
    const { owner, guest } = await everybody();
    const { body } = await covers('pauseSpace', 200, owner, { reason: 'Think' });
    expect(body.ok).toBe(true);
    const { paused } = (await covers('getSpace', 200, guest)).body;
    expect(paused).toMatchObject({ by: owner.id, reason: 'Think' });
    expect((await covers('listMessages', 200, guest)).body.paused).toEqual(paused);
    expect((await covers('catchUp', 200, guest)).body.room).toMatchObject({ paused: true });
  });

  promise('409 `paused` for what a guest writes, whatever it claims, and for what anybody claims', async () => {
    const { owner, guest, artifactId } = await everybody();
    const claiming = await join(owner, { isHuman: true });
    const { body: task } = await covers('createTask', 200, owner, { title: 'Check' });
    await directed(owner, guest);
    await covers('pauseSpace', 200, owner);
    for (const who of [guest, claiming]) {
      expect((await covers('sendMessage', 409, who, { content: 'But' })).body).toMatchObject(isHeld);
      expect((await covers('createArtifact', 409, who, { name: 'Plan', type: 'markdown' })).body).toMatchObject(isHeld);
      expect((await covers('lockArtifact', 409, who, { artifactId })).body).toMatchObject(isHeld);
      expect((await covers('createTask', 409, who, { title: 'More' })).body).toMatchObject(isHeld);
    }
    for (const who of [guest, owner]) {
      expect((await covers('claimDelivery', 409, who)).body).toMatchObject(isHeld);
      expect((await covers('claimTask', 409, who, { taskId: task.taskId })).body).toMatchObject(isHeld);
    }
    await say(owner, 'I can write');
    expect((await covers('listMessages', 200, guest)).body.messages).toHaveLength(2);
  });

  promise('a human can write', async () => {
    if (!hasHumans) skip(needsSessions);
    const { owner } = await everybody();
    const { body } = await covers('joinSpace', 200, { ...(await invite(owner)), ...human }, { name: 'Ada' });
    await covers('pauseSpace', 200, owner);
    await say({ spaceId: owner.spaceId, id: body.participantId, key: body.participantPrivateKey }, 'Hello');
  });

  promise('others can still join, leave, release, decline and keep what they hold', async () => {
    const { owner, ada, bob, create } = await tasking();
    const { task } = await create();
    await covers('claimTask', 200, bob, task);
    const artifactId = await write(bob, '# Plan');
    await covers('lockArtifact', 200, bob, { artifactId });
    const deliveries = [await directed(owner, bob), await directed(owner, bob), await directed(owner, bob)];
    for (const deliveryId of deliveries) await claim(bob, { deliveryId });
    const [kept, declined, released] = deliveries.map((deliveryId): Input => ({ deliveryId })) as [Input, Input, Input];
    await covers('pauseSpace', 200, owner);
    await covers('renewTask', 200, bob, task);
    await covers('heartbeatArtifactLock', 200, bob, { artifactId });
    await covers('unlockArtifact', 200, bob, { artifactId });
    await covers('renewDelivery', 200, bob, kept);
    expect((await covers('settleDelivery', 409, bob, { ...declined, outcome: 'acknowledged' })).body).toMatchObject(isHeld);
    await covers('settleDelivery', 200, bob, { ...declined, outcome: 'declined' });
    await covers('releaseDelivery', 200, bob, released);
    await covers('releaseTask', 200, bob, task);
    await covers('getSpace', 200, await join(owner));
    await covers('leaveSpace', 200, ada);
  });

  promise('nothing that is held says when it runs out', async () => {
    const { owner, guest, artifactId } = await everybody();
    await covers('lockArtifact', 200, guest, { artifactId });
    const deliveryId = await directed(owner, guest);
    await claim(guest, { deliveryId });
    await covers('pauseSpace', 200, owner);
    expect((await covers('getArtifact', 200, owner, { artifactId })).body).toMatchObject({ lockedBy: guest.id });
    expect((await covers('getArtifact', 200, owner, { artifactId })).body).not.toHaveProperty('lockExpiresAt');
    expect((await covers('listDeliveries', 200, guest)).body.deliveries[0]).not.toHaveProperty('leaseExpiresAt');
    await covers('resumeSpace', 200, owner);
    expect((await covers('getArtifact', 200, owner, { artifactId })).body.lockExpiresAt).toEqual(expect.any(String));
    expect((await covers('listDeliveries', 200, guest)).body.deliveries[0]!.leaseExpiresAt).toEqual(expect.any(String));
  });

  promise('200 again changes nothing', async () => {
    const owner = await openSpace();
    await covers('pauseSpace', 200, owner, { reason: 'One' });
    const { paused } = (await covers('getSpace', 200, owner)).body;
    await covers('pauseSpace', 200, owner, { reason: 'Two' });
    expect((await covers('getSpace', 200, owner)).body.paused).toEqual(paused);
  });

  promise('400 for a reason of more than 200 characters', async () => {
    await covers('pauseSpace', 400, await openSpace(), { reason: 'x'.repeat(201) });
  });
});

additions('resumeSpace', () => {
  promise('200, and everybody can write and claim again', async () => {
    const { owner, guest } = await everybody();
    await directed(owner, guest);
    await covers('pauseSpace', 200, owner);
    await covers('resumeSpace', 200, owner);
    expect((await covers('getSpace', 200, guest)).body).not.toHaveProperty('paused');
    await say(guest, 'Hello');
    expect(await claim(guest)).not.toBeNull();
  });

  promise('200 without effect if the space is not paused', async () => {
    await covers('resumeSpace', 200, await openSpace());
  });
});

additions('the event `space`', () => {
  promise('tells everyone of the pause and of its end', async () => {
    const { owner, guest } = await everybody();
    const stream = await openStream(guest);
    await covers('pauseSpace', 200, owner, { reason: 'Think' });
    await covers('resumeSpace', 200, owner);
    await stream.first('space', ({ action }) => action === 'resumed');
    expect(stream.all('space')).toMatchObject([
      { action: 'paused', actorId: owner.id, reason: 'Think' },
      { action: 'resumed', actorId: owner.id },
    ]);
  });
});
