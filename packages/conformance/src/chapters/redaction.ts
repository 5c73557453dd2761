import { randomUUID } from 'node:crypto';
import { expect } from '../expect/expect.ts';
import { additions, promise } from '../runner/promises.ts';
import { directed, everybody, join, openSpace, say, write, type Member } from '../scenes.ts';
import { covers, type Input } from '../wire/call.ts';
import { openStream } from '../wire/stream.ts';

const secret = () => `canary-${randomUUID()}`;
const messagesFor = async (reader: Member, input: Input = {}) => (await covers('listMessages', 200, reader, input)).body.messages;

additions('redactMessage', () => {
  promise('200 with the message at its place, without its text, and who erased it and when', async () => {
    const { owner, guest } = await everybody();
    const text = secret();
    const messageId = await say(guest, text);
    await say(owner, 'after');
    const [before] = await messagesFor(owner);
    const { body } = await covers('redactMessage', 200, guest, { messageId, reason: 'A password' });
    const { id, sequence, timestamp, senderId } = before!;
    expect(body).toMatchObject({
      id,
      sequence,
      timestamp,
      senderId,
      content: '',
      redacted: { by: guest.id, reason: 'A password' },
    });
    expect((await messagesFor(owner))[0]).toEqual(body);
    expect((await messagesFor(owner)).map((each) => each.id)).toHaveLength(2);
  });

  promise('200 for its sender, also when muted, and for the owner; 403 for others', async () => {
    const { owner, guest } = await everybody();
    const eve = await join(owner, { name: 'Eve' });
    const [first, second] = [await say(guest, 'one'), await say(guest, 'two')];
    expect((await covers('redactMessage', 403, eve, { messageId: first })).body.code).toBe('forbidden');
    await covers('muteParticipant', 200, owner, { participantId: guest.id });
    await covers('redactMessage', 200, guest, { messageId: first });
    await covers('redactMessage', 200, owner, { messageId: second });
    expect((await messagesFor(eve)).map(({ content }) => content)).toEqual(['', '']);
  });

  promise('200 again changes nothing', async () => {
    const { owner, guest } = await everybody();
    const messageId = await say(guest, 'one');
    const { body } = await covers('redactMessage', 200, guest, { messageId, reason: 'first' });
    expect((await covers('redactMessage', 200, owner, { messageId, reason: 'second' })).body).toEqual(body);
  });

  promise('withdraws the open deliveries of the message', async () => {
    const { owner, guest } = await everybody();
    const deliveryId = await directed(owner, guest);
    const [message] = await messagesFor(owner);
    await covers('redactMessage', 200, owner, { messageId: message!.id });
    expect((await covers('claimDelivery', 200, guest, { deliveryId })).body.delivery).toBe(null);
    const { deliveries } = (await covers('listDeliveries', 200, owner, { role: 'sender', state: 'all' })).body;
    expect(deliveries).toMatchObject([{ deliveryId, outcome: 'withdrawn' }]);
  });

  promise('400 with a reason that is too long, 404 for what is no message', async () => {
    const { owner, guest } = await everybody();
    const messageId = await say(guest, 'one');
    await covers('redactMessage', 400, owner, { messageId, reason: 'x'.repeat(201) });
    expect((await covers('redactMessage', 404, owner, { messageId: randomUUID() })).body.code).toBe('message_not_found');
  });

  promise('409 not_redactable for a message that only repeats what something else says', async () => {
    const owner = await openSpace();
    await covers('createDecision', 200, await join(owner), { title: 'Ship it?' });
    const [asking] = await messagesFor(owner);
    expect((await covers('redactMessage', 409, owner, { messageId: asking!.id })).body.code).toBe('not_redactable');
  });
});

additions('a redacted message', () => {
  promise('is shown nowhere with its text: lists, catch-ups, exports, retries, replays', async () => {
    const { owner, guest } = await everybody();
    const [text, sent, claimed] = [secret(), randomUUID(), randomUUID()];
    const input = { content: text, to: [owner.id] };
    const { messageId } = (await covers('sendMessage', 200, guest, input, { headers: { 'idempotency-key': sent } })).body;
    const again = { headers: { 'idempotency-key': claimed } };
    await covers('claimDelivery', 200, owner, {}, again);
    await covers('redactMessage', 200, guest, { messageId });
    const stream = await openStream(owner, { lastEventId: 0 });
    await stream.first('message-redacted');
    const said = [
      await messagesFor(owner),
      (await covers('sendMessage', 200, guest, input, { headers: { 'idempotency-key': sent } })).body,
      (await covers('claimDelivery', 200, owner, {}, again)).body,
      (await covers('catchUp', 200, owner)).body,
      (await covers('exportSpace', 200, owner)).text,
      (await covers('exportSpace', 200, owner, { format: 'md' })).text,
      stream.all('message'),
    ];
    for (const each of said) expect(JSON.stringify(each)).not.toContain(text);
  });
});

additions('the event `message-redacted`', () => {
  promise('tells everyone which message has lost its text, who erased it and when', async () => {
    const { owner, guest } = await everybody();
    const stream = await openStream(guest);
    const messageId = await say(guest, 'one');
    const { body } = await covers('redactMessage', 200, owner, { messageId });
    await stream.first('message-redacted');
    expect(stream.all('message-redacted')).toMatchObject([
      { messageId, messageSequence: body.sequence, redacted: { by: owner.id, at: body.redacted!.at } },
    ]);
  });
});

additions('redactTask', () => {
  promise('200 without the title, the text and the notes; the task goes on, and messages about it are redacted', async () => {
    const { owner, guest } = await everybody();
    const [title, text, note] = [secret(), secret(), secret()];
    const { taskId } = (await covers('createTask', 200, guest, { title, text, for: [owner.id] })).body;
    await covers('claimTask', 200, owner, { taskId });
    await covers('submitTask', 200, owner, { taskId, evidence: { note } });
    const { body } = await covers('redactTask', 200, guest, { taskId, reason: 'A password' });
    expect(body).toMatchObject({ taskId, state: 'submitted', redacted: { by: guest.id, reason: 'A password' } });
    expect((await covers('getTask', 200, owner, { taskId })).body).toEqual(body);
    for (const word of [title, text, note]) await expectNowhere(owner, word);
    await covers('verifyTask', 200, guest, { taskId });
  });

  promise('200 for its creator, also after its end, and for the owner; 403 for others; 404 for what is no task', async () => {
    const { owner, guest } = await everybody();
    const eve = await join(owner, { name: 'Eve' });
    const [first, second] = [await taskBy(guest), await taskBy(guest)];
    expect((await covers('redactTask', 403, eve, { taskId: first })).body.code).toBe('forbidden');
    await covers('cancelTask', 200, guest, { taskId: first });
    await covers('redactTask', 200, guest, { taskId: first });
    const { body } = await covers('redactTask', 200, owner, { taskId: second });
    expect((await covers('redactTask', 200, guest, { taskId: second, reason: 'again' })).body).toEqual(body);
    expect((await covers('redactTask', 404, owner, { taskId: randomUUID() })).body.code).toBe('task_not_found');
    await covers('redactTask', 400, owner, { taskId: second, reason: 'x'.repeat(201) });
  });
});

additions('redactDecision', () => {
  promise('200 without the title, the text and the words of the options; what was answered stays', async () => {
    const { owner, guest } = await everybody();
    const [title, text, label] = [secret(), secret(), `Monday ${secret()}`];
    const options = [{ label }, { id: 'tuesday', label: 'Tuesday' }];
    const question = { title, text, options, voters: [owner.id, guest.id], rule: 'all' };
    const { decisionId } = (await covers('createDecision', 200, guest, question)).body;
    await covers('answerDecision', 200, owner, { decisionId, option: label });
    const { body } = await covers('redactDecision', 200, guest, { decisionId, reason: 'A password' });
    expect(body).toMatchObject({ decisionId, state: 'open', redacted: { by: guest.id, reason: 'A password' } });
    const [first] = body.options;
    expect(body.voters.find(({ participantId }) => participantId === owner.id)).toMatchObject({ option: first!.id });
    for (const word of [title, text, label, label.toLowerCase().replaceAll(' ', '-').slice(0, 40)])
      await expectNowhere(owner, word);
    expect((await covers('answerDecision', 200, guest, { decisionId, option: first!.id })).body.outcome).toBe(first!.id);
  });

  promise('200 for who opened it and the owner, and again; 403 for others; 404 for what is no decision', async () => {
    const { owner, guest } = await everybody();
    const eve = await join(owner, { name: 'Eve' });
    const { decisionId } = (await covers('createDecision', 200, guest, { title: 'Ship it?' })).body;
    expect((await covers('redactDecision', 403, eve, { decisionId })).body.code).toBe('forbidden');
    const { body } = await covers('redactDecision', 200, owner, { decisionId });
    expect((await covers('redactDecision', 200, guest, { decisionId, reason: 'again' })).body).toEqual(body);
    expect((await covers('redactDecision', 404, owner, { decisionId: randomUUID() })).body.code).toBe('decision_not_found');
    await covers('redactDecision', 400, owner, { decisionId, reason: 'x'.repeat(201) });
  });

  promise('200 with answerOf, for the voter and the owner, without that reason, and with the question', async () => {
    const { owner, guest } = await everybody();
    const [title, mine] = [secret(), secret()];
    const question = { title, voters: [owner.id, guest.id], rule: 'all' };
    const { decisionId } = (await covers('createDecision', 200, owner, question)).body;
    await covers('answerDecision', 200, owner, { decisionId, option: 'approve', reason: 'All dates are right' });
    await covers('answerDecision', 200, guest, { decisionId, option: 'approve', reason: mine });
    expect((await covers('redactDecision', 403, guest, { decisionId, answerOf: owner.id })).body.code).toBe('forbidden');
    const { body } = await covers('redactDecision', 200, guest, { decisionId, answerOf: guest.id });
    const reasonOf = (id: string) => body.voters.find(({ participantId }) => participantId === id);
    expect(reasonOf(guest.id)).toMatchObject({ option: 'approve', redacted: { by: guest.id } });
    expect(reasonOf(owner.id)).toMatchObject({ reason: 'All dates are right' });
    expect(body.title).toBe(title);
    await expectNowhere(owner, mine);
  });
});

additions('redactComment', () => {
  promise('200 without the text and the passage, also where replies repeat that; the comment stays at its place', async () => {
    const { owner, guest, artifactId, commentId, text, passage } = await commented();
    const reply = (await covers('createComment', 200, owner, { artifactId, replyTo: commentId, text: 'Really?' })).body;
    expect(reply.quote).toBe(passage);
    const { body } = await covers('redactComment', 200, guest, { artifactId, commentId, reason: 'A password' });
    const redacted = { by: guest.id, reason: 'A password' };
    expect(body).toMatchObject({ text: '', quote: '', anchor: null, state: 'open', redacted });
    const { comments } = (await covers('listComments', 200, owner, { artifactId })).body;
    expect(comments).toMatchObject([
      { commentId: reply.commentId, quote: '', text: 'Really?' },
      { commentId, text: '', redacted },
    ]);
    await expectNowhere(owner, text);
    for (const { content } of await messagesFor(owner)) expect(content).not.toContain(passage);
    await covers('resolveComment', 200, guest, { artifactId, commentId });
  });

  promise(
    '200 for its author, also when it is resolved, and for the owner; 403 for others; 404 for what is no comment',
    async () => {
      const { owner, guest, artifactId, commentId } = await commented();
      const eve = await join(owner, { name: 'Eve' });
      const of = { artifactId, commentId };
      expect((await covers('redactComment', 403, eve, of)).body.code).toBe('forbidden');
      await covers('resolveComment', 200, owner, of);
      const { body } = await covers('redactComment', 200, guest, of);
      expect(body).toMatchObject({ state: 'resolved', text: '' });
      expect((await covers('redactComment', 200, owner, { ...of, reason: 'again' })).body).toEqual(body);
      const another = { artifactId, version: 1, quote: '# Plan', text: 'Of what?' };
      const second = (await covers('createComment', 200, guest, another)).body;
      await covers('redactComment', 200, owner, { artifactId, commentId: second.commentId });
      const missing = { artifactId, commentId: randomUUID() };
      expect((await covers('redactComment', 404, owner, missing)).body.code).toBe('comment_not_found');
      await covers('redactComment', 400, owner, { ...of, reason: 'x'.repeat(201) });
    },
  );
});

additions('the event `text-redacted`', () => {
  promise('tells everyone what has lost its texts, who erased them and when', async () => {
    const { owner, guest } = await everybody();
    const stream = await openStream(guest);
    const taskId = await taskBy(guest);
    const { body } = await covers('redactTask', 200, owner, { taskId });
    await stream.first('text-redacted');
    expect(stream.all('text-redacted')).toMatchObject([{ taskId, redacted: { by: owner.id, at: body.redacted!.at } }]);
  });
});

const taskBy = async (creator: Member) => (await covers('createTask', 200, creator, { title: 'Check the dates' })).body.taskId;

/** The guest asks the owner about a passage of its artifact. */
async function commented() {
  const { owner, guest } = await everybody();
  const [text, passage] = [secret(), secret()];
  const artifactId = await write(guest, `# Plan\n\n${passage}\n`);
  const comment = { artifactId, version: 1, quote: passage, text, to: [owner.id] };
  const { commentId } = (await covers('createComment', 200, guest, comment)).body;
  return { owner, guest, artifactId, commentId, text, passage };
}

/** No list, catch-up, export or replay says it. */
async function expectNowhere(reader: Member, word: string): Promise<void> {
  const stream = await openStream(reader, { lastEventId: 0 });
  await stream.first('text-redacted');
  const said = [
    await messagesFor(reader),
    (await covers('listTasks', 200, reader, { state: 'all' })).body,
    (await covers('listDecisions', 200, reader, { state: 'all' })).body,
    (await covers('catchUp', 200, reader)).body,
    (await covers('searchSpace', 200, reader, { q: word })).body,
    (await covers('exportSpace', 200, reader)).text,
    (await covers('exportSpace', 200, reader, { format: 'md' })).text,
    stream.events,
  ];
  for (const each of said) expect(JSON.stringify(each)).not.toContain(word);
}
