import { randomUUID } from 'node:crypto';
import { expect } from '../expect/expect.ts';
import { additions, promise } from '../runner/promises.ts';
import { everybody, join, write, type Member } from '../scenes.ts';
import { covers, type Input } from '../wire/call.ts';
import { openStream } from '../wire/stream.ts';

const content = '# Plan\n\nBegin on Monday.\nEnd on Friday.\n';

/** An artifact of the guest, Ada who comments, and Eve. */
async function commenting() {
  const { owner, guest } = await everybody();
  const [ada, eve] = [await join(owner, { name: 'Grace' }), await join(owner, { name: 'Eve' })];
  const artifact = { artifactId: await write(guest, content) };
  const add = async (wish: Input = {}, who = ada) =>
    (await covers('createComment', 200, who, { ...artifact, version: 1, quote: 'on Monday', text: 'Which?', ...wish })).body;
  const list = async (input: Input = {}, who: Member = eve) =>
    (await covers('listComments', 200, who, { ...artifact, ...input })).body.comments;
  const rewrite = async (text: string) => {
    const { version: baseVersion } = (await covers('getArtifact', 200, guest, artifact)).body;
    await covers('writeArtifact', 200, guest, { ...artifact, content: text, lock: 'auto', baseVersion });
  };
  const of = ({ commentId }: { commentId: string }) => ({ ...artifact, commentId });
  return { owner, guest, ada, eve, artifact, add, list, rewrite, of };
}

additions('createComment', () => {
  promise('200 with where the present version has the passage, for everyone to read', async () => {
    const { ada, artifact, add, list, rewrite } = await commenting();
    const created = await add();
    expect(created).toMatchObject({
      ...{ ...artifact, version: 1, quote: 'on Monday', text: 'Which?', state: 'open', authorId: ada.id },
      ...{ anchor: { line: 3, column: 7, length: 9 }, orphaned: false, to: [] },
    });
    expect(await list()).toMatchObject([{ commentId: created.commentId, text: 'Which?' }]);
    await rewrite(`New\n${content}`);
    expect(await add({ quote: 'Friday' })).toMatchObject({ version: 1, anchor: { line: 5, column: 8, length: 6 } });
  });

  promise('200 for the occurrence that is meant', async () => {
    const { add } = await commenting();
    expect((await add({ quote: 'on ' })).anchor).toMatchObject({ line: 3, column: 7 });
    expect((await add({ quote: 'on ', occurrence: 2 })).anchor).toMatchObject({ line: 4, column: 5 });
  });

  promise('200 for a reply, which is about the passage of its thread', async () => {
    const { eve, add, list } = await commenting();
    const first = await add();
    const reply = await add({ version: undefined, quote: undefined, replyTo: first.commentId, text: 'The first' }, eve);
    expect(reply).toMatchObject({ replyTo: first.commentId, quote: 'on Monday', version: 1, anchor: { line: 3 } });
    const again = await add({ version: undefined, quote: undefined, replyTo: reply.commentId, text: 'Thanks' });
    expect(again.replyTo).toBe(first.commentId);
    expect(await list()).toHaveLength(3);
  });

  promise('400 for what does not fit', async () => {
    const { ada, eve, artifact, add } = await commenting();
    const { commentId } = await add();
    for (const wrong of [
      { text: ' ' },
      { text: 'x'.repeat(2_001) },
      { quote: ' ' },
      { quote: 'x'.repeat(501) },
      { quote: undefined },
      { version: undefined },
      { version: 0 },
      { occurrence: 0 },
      { replyTo: randomUUID() },
      { replyTo: commentId, quote: undefined },
      { to: [] },
      { to: [ada.id] },
      { to: [randomUUID()] },
      { expects: 'ack' },
      { to: [eve.id], expects: 'answer' },
    ] satisfies Input[]) {
      const input = { ...artifact, version: 1, quote: 'Plan', text: 'Which?', ...wrong };
      expect((await covers('createComment', 400, ada, input)).body.code).toBe('invalid_request');
    }
  });

  promise('409 quote_not_found if that version does not have the quote, or not so often', async () => {
    const { ada, artifact, rewrite } = await commenting();
    await rewrite('# Plan B\n');
    for (const wrong of [{ quote: 'Plan B' }, { quote: 'plan' }, { quote: 'Plan', occurrence: 2 }] satisfies Input[]) {
      const { body } = await covers('createComment', 409, ada, { ...artifact, version: 1, text: 'x', ...wrong });
      expect(body.code).toBe('quote_not_found');
    }
  });

  promise('404 for a version that never was, and for an artifact that was deleted', async () => {
    const { ada, guest, artifact, add } = await commenting();
    const input = { ...artifact, quote: 'Plan', text: 'x' };
    expect((await covers('createComment', 404, ada, { ...input, version: 2 })).body.code).toBe('version_not_found');
    const { commentId } = await add();
    await covers('deleteArtifact', 200, guest, artifact);
    for (const [name, more] of [
      ['createComment', { version: 1, quote: 'Plan', text: 'x' }],
      ['listComments', {}],
      ['resolveComment', { commentId }],
      ['reopenComment', { commentId }],
    ] as const)
      expect((await covers(name, 404, ada, { ...artifact, ...more })).body.code).toBe('artifact_not_found');
  });

  promise('403 for a muted participant', async () => {
    const { owner, ada, artifact, add, of } = await commenting();
    const created = await add();
    await covers('muteParticipant', 200, owner, { participantId: ada.id });
    const input = { ...artifact, version: 1, quote: 'Plan', text: 'x' };
    expect((await covers('createComment', 403, ada, input)).body.code).toBe('muted');
    for (const name of ['resolveComment', 'reopenComment'] as const)
      expect((await covers(name, 403, ada, of(created))).body.code).toBe('muted');
  });
});

additions('a directed comment', () => {
  promise('is a message to those whom it names, and a reply settles it and reaches who asked', async () => {
    const { ada, eve, add } = await commenting();
    const asked = await add({ to: [eve.id] });
    expect(asked.to).toEqual([eve.id]);
    const { delivery, message } = (await covers('claimDelivery', 200, eve)).body;
    expect(delivery).toMatchObject({ senderId: ada.id, expects: 'reply' });
    expect(message).toMatchObject({ commentId: asked.commentId, artifactId: asked.artifactId });
    expect(message.content).toContain('> on Monday\n\nWhich?');
    const reply = await add({ version: undefined, quote: undefined, replyTo: asked.commentId, text: 'The first' }, eve);
    expect(reply.to).toEqual([ada.id]);
    const { deliveries } = (await covers('listDeliveries', 200, eve, { state: 'all' })).body;
    expect(deliveries).toMatchObject([{ outcome: 'replied' }]);
    const told = (await covers('claimDelivery', 200, ada)).body;
    expect(told).toMatchObject({ delivery: { expects: 'nothing' }, message: { commentId: reply.commentId } });
  });

  promise('asks nobody any more once it is resolved', async () => {
    const { ada, guest, eve, add, of } = await commenting();
    const asked = await add({ to: [eve.id, guest.id] });
    await covers('resolveComment', 200, guest, of(asked));
    const outcomeOf = async (who: Member) =>
      (await covers('listDeliveries', 200, who, { state: 'all' })).body.deliveries.map(({ outcome }) => outcome);
    expect([await outcomeOf(eve), await outcomeOf(guest)]).toEqual([['withdrawn'], ['replied']]);
    const { message } = (await covers('claimDelivery', 200, ada)).body;
    expect(message).toMatchObject({ commentId: asked.commentId, senderId: guest.id });
  });
});

additions('the anchor of a comment', () => {
  promise('follows its passage, and is null once that is gone', async () => {
    const { add, list, rewrite } = await commenting();
    await add();
    const placeOf = async () =>
      (await list()).map(({ anchor, orphaned, quote, version }) => ({ anchor, orphaned, quote, version }));
    await rewrite(`New\n\n${content}`);
    const of = { quote: 'on Monday', version: 1 };
    expect(await placeOf()).toEqual([{ ...of, anchor: { line: 5, column: 7, length: 9 }, orphaned: false }]);
    await rewrite('# Plan\n\nEnd on Friday.\n\nWe begin on Monday.\n');
    expect(await placeOf()).toEqual([{ ...of, anchor: { line: 5, column: 10, length: 9 }, orphaned: false }]);
    await rewrite('# Plan\n');
    expect(await placeOf()).toEqual([{ ...of, anchor: null, orphaned: true }]);
  });
});

additions('listComments', () => {
  promise('200 with those that are open by default, newest first', async () => {
    const { ada, eve, artifact, add, list, of } = await commenting();
    const [first, second] = [await add(), await add({ quote: 'Friday' }, eve)];
    expect(await list()).toMatchObject([of(second), of(first)]);
    await covers('resolveComment', 200, ada, of(first));
    expect(await list()).toMatchObject([of(second)]);
    expect(await list({ state: 'resolved' })).toMatchObject([{ ...of(first), state: 'resolved', resolvedBy: ada.id }]);
    const [newest] = await list({ state: 'all', limit: 1 });
    expect(newest).toMatchObject(of(second));
    expect(await list({ state: 'all', before: newest!.sequence })).toMatchObject([of(first)]);
    await covers('listComments', 400, ada, { ...artifact, limit: 101 });
  });
});

additions('resolveComment', () => {
  promise('200 for its author, the creator of the artifact and the owner, with its replies; 403 for others', async () => {
    const { owner, guest, ada, eve, add, list, of } = await commenting();
    for (const who of [ada, guest, owner]) {
      const first = await add();
      const reply = await add({ version: undefined, quote: undefined, replyTo: first.commentId }, eve);
      for (const name of ['resolveComment', 'reopenComment'] as const)
        expect((await covers(name, 403, eve, of(reply))).body.code).toBe('forbidden');
      const ended = { state: 'resolved', resolvedBy: who.id };
      expect((await covers('resolveComment', 200, who, of(reply))).body).toMatchObject({ ...of(reply), ...ended });
      expect(await list()).toEqual([]);
      expect((await covers('resolveComment', 200, owner, of(first))).body).toMatchObject({ ...of(first), ...ended });
      expect((await covers('reopenComment', 200, who, of(first))).body).toMatchObject({ ...of(first), state: 'open' });
      expect(await list()).toMatchObject([of(reply), of(first)]);
      await covers('resolveComment', 200, who, of(first));
    }
  });

  promise('409 comment_resolved for a reply, until it is reopened', async () => {
    const { ada, artifact, add, of } = await commenting();
    const first = await add();
    await covers('resolveComment', 200, ada, of(first));
    const reply = { ...artifact, replyTo: first.commentId, text: 'But' };
    expect((await covers('createComment', 409, ada, reply)).body.code).toBe('comment_resolved');
    await covers('reopenComment', 200, ada, of(first));
    await covers('createComment', 200, ada, reply);
  });

  promise('404 for an unknown comment, and for one on another artifact', async () => {
    const { ada, artifact, add } = await commenting();
    const { commentId } = await add();
    const other = { artifactId: await write(ada, content) };
    for (const input of [
      { ...artifact, commentId: randomUUID() },
      { ...other, commentId },
    ])
      for (const name of ['resolveComment', 'reopenComment'] as const)
        expect((await covers(name, 404, ada, input)).body.code).toBe('comment_not_found');
  });
});

additions('the event `comment`', () => {
  promise('tells everyone of each step, without what the comment says', async () => {
    const { ada, eve, add, of } = await commenting();
    const stream = await openStream(eve);
    const created = await add({ text: 'The canary' });
    await covers('resolveComment', 200, ada, of(created));
    await covers('reopenComment', 200, ada, of(created));
    await stream.first('comment', ({ action }) => action === 'reopened');
    const told = stream.all('comment');
    expect(told).toMatchObject(
      [
        ['created', 'open'],
        ['resolved', 'resolved'],
        ['reopened', 'open'],
      ].map(([action, state]) => ({ ...of(created), action, state, actorId: ada.id, authorId: ada.id, artifactName: 'Plan' })),
    );
    expect(JSON.stringify(told)).not.toMatch(/canary|Monday/);
  });
});
