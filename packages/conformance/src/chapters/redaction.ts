import { randomUUID } from 'node:crypto';
import { expect } from '../expect/expect.ts';
import { additions, promise } from '../runner/promises.ts';
import { directed, everybody, join, openSpace, say, type Member } from '../scenes.ts';
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
