import { randomUUID } from 'node:crypto';
import { isIdempotent, statusesOf, successOf, type OperationName } from '@parley/core';
import { expect } from '../expect/expect.ts';
import { changed, servedWith, succeeding } from '../requests.ts';
import { addition, group, promise } from '../runner/promises.ts';
import { directed, everybody, invite, join, openSpace, write, type Member } from '../scenes.ts';
import { alsoPromised } from '../spec-only.ts';
import { target } from '../target.ts';
import { covers, nobody, operations, ownFields } from '../wire/call.ts';

/** Revoking all tokens of a user has its own chapter. */
const writes = servedWith((name) => isIdempotent(operations[name]) && name !== 'revokeApiTokens');

/** The specification defines no body for inviting and kicking. */
const takesBody = (name: OperationName) =>
  statusesOf(operations[name]).includes(422) && !(target().specOnly && ['createInvitation', 'kickParticipant'].includes(name));

const once = (key: string = randomUUID()) => ({ headers: { 'idempotency-key': key } });
const messagesOf = async (reader: Member) => (await covers('listMessages', 200, reader)).body.messages;
/** What depends on when participants were last seen: what surrounds a replayed answer describes the present. */
const ofPresence = ['lastSeenAt', 'contextVersion'];
const unseen = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body ?? null, (field, value: unknown) => (ofPresence.includes(field) ? undefined : value)));
const wasReplayed = ({ headers }: { headers: Headers }) => headers.get('idempotency-replayed') === 'true';

group('a retry with the same Idempotency-Key', () => {
  promise.each(writes)('2xx for %s: the same answer, marked as replayed', async (name) => {
    const { caller, input } = await succeeding(name);
    const key = once();
    const status = successOf(operations[name], undefined) as 200;
    const first = await covers(name, status, caller, input, key);
    const second = await covers(name, status, caller, input, key);
    expect([wasReplayed(first), wasReplayed(second)]).toEqual([false, true]);
    expect(unseen(second.body)).toEqual(unseen(first.body));
  });

  promise.each(writes.filter(takesBody))('422 for %s with another body', async (name) => {
    const { caller, input } = await succeeding(name);
    const key = once();
    await covers(name, successOf(operations[name], undefined) as 200, caller, input, key);
    const other = ownFields(name, {
      ...{ name: 'Other', content: 'Other', role: 'Other', revokeInvitation: true, decision: 'denied' },
      ...{
        leaseSeconds: 60,
        leaseId: randomUUID(),
        revision: 2,
        url: 'https://other.invalid/',
        note: 'Other',
        statement: 'x',
        others: 'refuse',
        reason: 'x',
      },
    });
    const { body } = await covers(name, 422, caller, { ...input, ...changed(name), ...other }, key);
    alsoPromised(() => expect(body).toMatchObject({ code: 'key_reused' }));
  });

  addition('200 with an explicit default and unknown fields: the same request', async () => {
    const owner = await openSpace();
    const key = once();
    const first = await covers('sendMessage', 200, owner, { content: 'Hello' }, key);
    const second = await covers('sendMessage', 200, owner, { mood: 'good', type: 'text', content: 'Hello' }, key);
    expect([wasReplayed(second), second.body.messageId]).toEqual([true, first.body.messageId]);
  });

  addition('200 for an edit, although its text does not occur any more', async () => {
    const { guest, artifactId } = await everybody();
    const edit = { artifactId, lock: 'auto', edits: [{ old: 'Plan', new: 'Draft' }] };
    const key = once();
    const first = await covers('writeArtifact', 200, guest, edit, key);
    expect((await covers('writeArtifact', 200, guest, edit, key)).body).toEqual(first.body);
    expect(first.body).toMatchObject({ version: 2, content: '# Draft' });
  });

  promise('202 for joinSpace: one request, replayed with its `Location`', async () => {
    const invitation = await invite(await openSpace({ privacy: 'private' }));
    const key = once();
    const first = await covers('joinSpace', 202, invitation, { name: 'Ada' }, key);
    const second = await covers('joinSpace', 202, invitation, { name: 'Ada' }, key);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
  });

  promise('has no effect a second time', async () => {
    const { owner } = await everybody();
    const key = once();
    for (let time = 1; time <= 3; time += 1) await covers('sendMessage', 200, owner, { content: 'Hello' }, key);
    expect(await messagesOf(owner)).toHaveLength(1);
  });

  promise('has one effect when many retries arrive at the same time', async () => {
    const { owner } = await everybody();
    const key = once();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => covers('sendMessage', 200, owner, { content: 'Hello' }, key)),
    );
    expect(new Set(answers.map(({ body }) => body.messageId)).size).toBe(1);
    expect(answers.filter((answer) => !wasReplayed(answer))).toHaveLength(1);
    expect(await messagesOf(owner)).toHaveLength(1);
  });
});

group('the same Idempotency-Key is new', () => {
  promise('to another caller', async () => {
    const { owner, guest } = await everybody();
    const key = once();
    for (const caller of [owner, guest]) {
      expect(wasReplayed(await covers('sendMessage', 200, caller, { content: 'Hello' }, key))).toBe(false);
    }
    expect(await messagesOf(owner)).toHaveLength(2);
  });

  promise('at another path', async () => {
    const owner = await openSpace();
    const key = once();
    for (const artifactId of [await write(owner, ''), await write(owner, '')]) {
      expect(wasReplayed(await covers('lockArtifact', 200, owner, { artifactId }, key))).toBe(false);
    }
  });

  promise('with another method', async () => {
    const { guest, artifactId } = await everybody();
    const key = once();
    await covers('lockArtifact', 200, guest, { artifactId }, key);
    expect(wasReplayed(await covers('unlockArtifact', 200, guest, { artifactId }, key))).toBe(false);
  });

  addition('after a refusal: errors are not stored', async () => {
    const { owner, guest, artifactId } = await everybody();
    await covers('lockArtifact', 200, owner, { artifactId });
    const key = once();
    await covers('lockArtifact', 423, guest, { artifactId }, key);
    await covers('unlockArtifact', 200, owner, { artifactId });
    expect(wasReplayed(await covers('lockArtifact', 200, guest, { artifactId }, key))).toBe(false);
  });

  addition('after a claim that found nothing', async () => {
    const { owner, guest } = await everybody();
    const key = once();
    const claimed = async () => (await covers('claimDelivery', 200, guest, {}, key)).body.delivery;
    expect(await claimed()).toBe(null);
    const deliveryId = await directed(owner, guest);
    const found = await claimed();
    expect(found).toMatchObject({ deliveryId, attempt: 1 });
    expect(await claimed()).toEqual(found);
  });

  promise('to createSpace, always: each call creates a space', async () => {
    const key = once();
    const make = () => covers('createSpace', 200, nobody, { name: 'Bridge', description: '' }, key);
    const [first, second] = [await make(), await make()];
    expect(second.body.spaceId).not.toBe(first.body.spaceId);
    expect(wasReplayed(second)).toBe(false);
  });
});

group('Idempotency-Key', () => {
  promise('200 with 255 characters, 400 with 256', async () => {
    const owner = await openSpace();
    await covers('sendMessage', 200, owner, { content: 'Hello' }, once('k'.repeat(255)));
    await covers('sendMessage', 400, owner, { content: 'Hello' }, once('k'.repeat(256)));
  });

  addition('400 with 256 characters or none, even if nothing is ever replayed', async () => {
    for (const key of ['k'.repeat(256), '']) {
      await covers('createSpace', 400, nobody, { name: 'Bridge', description: '' }, once(key));
      await covers('startLink', 400, nobody, {}, once(key));
      await covers('getSpace', 400, await openSpace(), {}, once(key));
    }
  });

  promise('has no effect on a read', async () => {
    const owner = await openSpace();
    const key = once();
    await covers('listMessages', 200, owner, {}, key);
    await covers('sendMessage', 200, owner, { content: 'Hello' });
    const { body, headers } = await covers('listMessages', 200, owner, {}, key);
    expect(body.messages).toHaveLength(1);
    expect(headers.get('idempotency-replayed')).toBeNull();
  });

  promise('of a kicked participant does not work: 401', async () => {
    const owner = await openSpace();
    const guest = await join(owner);
    const key = once();
    await covers('sendMessage', 200, guest, { content: 'Hello' }, key);
    await covers('kickParticipant', 200, owner, { participantId: guest.id });
    await covers('sendMessage', 401, guest, { content: 'Hello' }, key);
  });

  promise('does not replay a join to another invitation', async () => {
    const owner = await openSpace();
    const key = once();
    const first = await covers('joinSpace', 200, await invite(owner), { name: 'Ada' }, key);
    const second = await covers('joinSpace', 200, await invite(owner), { name: 'Ada' }, key);
    expect(second.body.participantId).not.toBe(first.body.participantId);
  });
});
