import { AuthenticationError, PermissionError, ValidationError } from '@chat-adapter/shared';
import { createMockChatInstance, createMockLogger, createMockState } from '@chat-adapter/tests';
import { Actions, Button, Card, CardText, LinkButton, type Message, type SentMessage } from 'chat';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { bot, connect, eventually, heard, opened, outcomes } from '../bot.ts';

async function* words(...all: string[]) {
  yield* all;
}

describe('a bot of the Chat SDK', () => {
  test('answers who mentions it with a stream, and follows the thread that it subscribed to', async () => {
    const owner = await opened();
    const { chat } = await bot(owner);
    chat.onNewMention(async (thread, message) => {
      await thread.subscribe();
      await thread.startTyping();
      await thread.post(words('You said: ', message.text));
    });
    chat.onSubscribedMessage(async (thread, message) => void (await thread.post(`And then: ${message.text}`)));
    await chat.initialize();
    const asked = await owner.send('Ready?', { to: 'Scribe' });
    const answer = await heard(owner, 'You said: Ready?');
    expect(answer).toMatchObject({ senderName: 'Scribe', replyTo: asked.messageId });
    expect(await outcomes(owner)).toEqual(['replied']);
    await owner.send('Not for anybody');
    await answer.reply('And now?');
    expect(await heard(owner, 'And then: And now?')).toMatchObject({ replyTo: asked.messageId });
    await owner.send('And you?', { to: 'Scribe', replyTo: answer.id });
    await heard(owner, 'And then: And you?');
    expect(await outcomes(owner)).toEqual(['replied', 'replied']);
    const all = (await owner.recent(100)).filter(({ senderName }) => senderName === 'Scribe');
    expect(all.map(({ content }) => content)).toEqual(['You said: Ready?', 'And then: And now?', 'And then: And you?']);
  });

  test('knows to which thread a message belongs that answers what was said before it came', async () => {
    const owner = await opened();
    const { messageId: root } = await owner.send('The plan');
    const { messageId: answer } = await owner.send('Which one?', { replyTo: root });
    const { chat } = await bot(owner);
    const threads: string[] = [];
    chat.onNewMention((thread) => void threads.push(thread.id));
    await chat.initialize();
    await owner.send('Do you know?', { to: 'Scribe', replyTo: answer });
    await eventually(() => threads.length > 0);
    expect(threads).toEqual([`parley:${owner.spaceId}:${root}`]);
  });

  test('is mentioned by its name too, and by none that only begins with it', async () => {
    const owner = await opened();
    const { chat } = await bot(owner);
    const mentions: string[] = [];
    chat.onNewMention((_, message) => void mentions.push(message.text));
    await chat.initialize();
    await owner.send('Hello @Scribes');
    await owner.send('Hello @Scribe');
    await eventually(() => mentions.length > 0);
    expect(mentions).toEqual(['Hello @Scribe']);
  });

  test('acknowledges what it has nothing to say about', async () => {
    const owner = await opened();
    const { chat } = await bot(owner);
    chat.onNewMention(() => {});
    await chat.initialize();
    await owner.send('For your information', { to: 'Scribe', expects: 'ack' });
    await eventually(async () => (await outcomes(owner))[0]);
    expect(await outcomes(owner)).toEqual(['acknowledged']);
  });

  test('gets a message again when its handler has failed', async () => {
    const owner = await opened();
    const { chat } = await bot(owner);
    let tries = 0;
    chat.onNewMention(async (thread) => {
      if ((tries += 1) < 3) throw new Error('The model is overloaded');
      await thread.post('At last');
    });
    await chat.initialize();
    await owner.send('Ready?', { to: 'Scribe' });
    await heard(owner, 'At last');
    expect([tries, await outcomes(owner)]).toEqual([3, ['replied']]);
  });

  test.each(['drop', 'queue', 'concurrent'] as const)(
    'handles one message of a thread after the other, and loses none of them: %s',
    async (concurrency) => {
      const owner = await opened();
      const { chat } = await bot(owner, undefined, {}, { concurrency });
      let running = 0;
      let most = 0;
      chat.onNewMention((thread) => thread.subscribe());
      chat.onSubscribedMessage(async (thread, message) => {
        most = Math.max(most, (running += 1));
        await new Promise((resolve) => setTimeout(resolve, 20));
        running -= 1;
        await thread.post(`Heard ${message.text}`);
      });
      await chat.initialize();
      const { messageId: replyTo } = await owner.send('Begin', { to: 'Scribe' });
      await eventually(async () => (await outcomes(owner))[0]);
      for (const content of ['1', '2', '3']) await owner.send(content, { replyTo });
      const asked = new Map<string, string>();
      for (const content of ['4', '5', '6']) asked.set(content, (await owner.send(content, { replyTo, to: 'Scribe' })).messageId);
      for (const content of ['1', '2', '3']) expect((await heard(owner, `Heard ${content}`)).replyTo).toBe(replyTo);
      for (const [content, id] of asked) expect((await heard(owner, `Heard ${content}`)).replyTo).toBe(id);
      expect(await outcomes(owner)).toEqual(['acknowledged', 'replied', 'replied', 'replied']);
      expect(most).toBe(1);
    },
  );

  test('waits for a thread that another process has locked', async () => {
    const owner = await opened();
    const { chat, state } = await bot(owner);
    const threads: string[] = [];
    chat.onNewMention(async (thread) => {
      threads.push(thread.id);
      await thread.post('Heard');
    });
    await chat.initialize();
    const { messageId: replyTo } = await owner.send('Begin', { to: 'Scribe' });
    await heard(owner, 'Heard');
    await eventually(async () => await state.acquireLock(threads[0]!, 60_000));
    const asked = await owner.send('And now?', { replyTo, to: 'Scribe' });
    const tries = () => vi.mocked(state.acquireLock).mock.calls.length;
    const before = tries();
    await eventually(() => tries() > before + 1);
    await state.forceReleaseLock(threads[0]!);
    await eventually(async () => (await owner.recent(1))[0]!.replyTo === asked.messageId);
    const { deliveries } = await owner.call('listDeliveries', { role: 'sender', state: 'all' });
    expect(deliveries.map(({ attempt }) => attempt)).toEqual([1, 1]);
  });

  test('can talk about a decision before it answers', async () => {
    const owner = await opened();
    const { chat } = await bot(owner);
    chat.onNewMention(async (thread) => {
      await thread.post('I would like to know more');
      await thread.post('Who else is asked?');
    });
    await chat.initialize();
    await owner.decide({ title: 'Ship it?', voters: ['Scribe'] });
    await heard(owner, 'Who else is asked?');
    await eventually(async () => (await outcomes(owner))[0]);
    expect(await outcomes(owner)).toEqual(['acknowledged']);
  });

  test('returns after a restart as the same participant, and loses and repeats nothing', async () => {
    const owner = await opened();
    const state = createMockState();
    const heardBy: string[][] = [];
    const started = async (link: string) => {
      const texts: string[] = [];
      heardBy.push(texts);
      const { chat } = await bot(owner, state, { link, encryptionKey: 'ab'.repeat(32) });
      chat.onNewMention(async (thread, message) => {
        texts.push(message.text);
        await thread.subscribe();
        await thread.post(`Heard ${message.text}`);
      });
      chat.onSubscribedMessage((_, message) => void texts.push(message.text));
      await chat.initialize();
      return chat;
    };
    const { agentLink } = await owner.invite();
    const before = await started(agentLink);
    await owner.send('Begin', { to: 'Scribe' });
    const answer = await heard(owner, 'Heard Begin');
    await answer.reply('First');
    await eventually(() => heardBy[0]!.length === 2);
    await before.shutdown();
    await answer.reply('While it was away');
    await owner.send('Away too', { to: 'Scribe' });
    await started(agentLink);
    await answer.reply('Back');
    await eventually(() => heardBy[1]!.length === 3);
    await heard(owner, 'Heard Away too');
    expect(heardBy[0]).toEqual(['Begin', 'First']);
    expect(heardBy[1]!.toSorted()).toEqual(['Away too', 'Back', 'While it was away']);
    expect((await owner.get()).participants.map(({ name }) => name)).toEqual(['Olga', 'Scribe']);
    expect(JSON.stringify([...state.cache])).not.toMatch(/[\da-f]{64}/);
  });

  test('tells of corrections and deletions, also of the answers of others', async () => {
    const owner = await opened();
    const { chat } = await bot(owner);
    const told: unknown[] = [];
    chat.onNewMention((thread) => thread.subscribe());
    chat.onMessageUpdated((thread, message) => void told.push(['updated', thread.id, message.id, message.text]));
    chat.onMessageDeleted(({ threadId, messageId }) => void told.push(['deleted', threadId, messageId]));
    await chat.initialize();
    const { messageId: root } = await owner.send('Begin', { to: 'Scribe' });
    const { messageId } = await owner.send('Tuesday', { replyTo: root });
    await owner.send('Wednesday', { replaces: messageId });
    await owner.redact(messageId);
    const thread = `parley:${owner.spaceId}:${root}`;
    await eventually(() => told.length >= 3);
    expect(told.slice(0, 2)).toEqual([
      ['updated', thread, messageId, 'Wednesday'],
      ['deleted', thread, messageId],
    ]);
  });

  test('corrects and deletes what it sent, and begins threads', async () => {
    const owner = await opened();
    const { chat, adapter } = await bot(owner);
    await chat.initialize();
    const channel = chat.channel(`parley:${owner.spaceId}`);
    const sent = await channel.post('Tuesday');
    await sent.edit('Wednesday');
    expect((await heard(owner, 'Wednesday')).replaces).toBe(sent.id);
    const { messages } = await adapter.fetchChannelMessages(channel.id);
    expect(messages.map(({ text, author }) => [text, author.isMe])).toEqual([['Wednesday', true]]);
    await sent.delete();
    expect((await adapter.fetchChannelMessages(channel.id)).messages).toEqual([]);
    expect(sent.threadId).toBe(`parley:${owner.spaceId}:${sent.id}`);
  });

  test('reads threads and the channel page by page, in both directions', async () => {
    const owner = await opened();
    const { chat, adapter } = await bot(owner);
    await chat.initialize();
    const { messageId: root } = await owner.send('1');
    const { messageId: second } = await owner.send('1.1', { replyTo: root });
    await owner.send('2');
    await owner.send('1.1.1', { replyTo: second });
    const thread = `parley:${owner.spaceId}:${root}`;
    const page = async (id: string, options: object) => {
      const { messages, nextCursor } = await adapter.fetchMessages(id, options);
      return { texts: messages.map(({ text }) => text), nextCursor };
    };
    const newest = await page(thread, { limit: 2 });
    expect(newest.texts).toEqual(['1.1', '1.1.1']);
    expect(await page(thread, { limit: 2, cursor: newest.nextCursor })).toEqual({ texts: ['1'], nextCursor: undefined });
    const oldest = await page(thread, { limit: 2, direction: 'forward' });
    expect(oldest.texts).toEqual(['1', '1.1']);
    expect(await page(thread, { limit: 2, direction: 'forward', cursor: oldest.nextCursor })).toMatchObject({ texts: ['1.1.1'] });
    expect(await page(`parley:${owner.spaceId}`, {})).toMatchObject({ texts: ['1', '2'] });
  });

  test('finds one message as it reads now, and the threads that have replies', async () => {
    const owner = await opened();
    const { chat, adapter } = await bot(owner);
    await chat.initialize();
    const id = `parley:${owner.spaceId}`;
    const { messageId: first } = await owner.send('First');
    const { messageId: second } = await owner.send('Secnd');
    await owner.send('Nobody replies');
    await owner.send('Second', { replaces: second });
    await owner.send('2.1', { replyTo: second });
    const { messageId: reply } = await owner.send('1.1', { replyTo: first });
    await owner.send('1.1.1', { replyTo: reply });
    expect(await adapter.fetchMessage(`${id}:${second}`, second)).toMatchObject({ id: second, text: 'Second' });
    expect(await adapter.fetchMessage(id, owner.spaceId)).toBeNull();
    const { threads, nextCursor } = await adapter.listThreads(id, { limit: 1 });
    expect(threads).toEqual([
      expect.objectContaining({ id: `${id}:${first}`, replyCount: 2, lastReplyAt: expect.any(Date) as Date }),
    ]);
    expect(threads[0]!.rootMessage.text).toBe('First');
    const rest = await adapter.listThreads(id, { cursor: nextCursor! });
    expect(rest.threads.map(({ id, rootMessage }) => [id, rootMessage.text])).toEqual([[`${id}:${second}`, 'Second']]);
    expect(rest.nextCursor).toBeUndefined();
  });

  test('directs a message to whom it mentions, but not to who is answered anyway', async () => {
    const owner = await opened();
    const carol = await connect().join(await owner.invite(), { name: 'Carol' });
    const { chat } = await bot(owner);
    chat.onNewMention(async (thread, { author }) => {
      const of = (id: string) => thread.mentionUser(id);
      await thread.post(`${of(author.userId)}, I have asked ${of(carol.participantId!)}, and not ${of(owner.spaceId)}`);
    });
    await chat.initialize();
    const { messageId } = await owner.send('Who knows?', { to: 'Scribe' });
    const content = `@Olga, I have asked @Carol, and not <@${owner.spaceId}>`;
    expect(await heard(owner, content)).toMatchObject({ to: [carol.participantId], expects: 'reply', replyTo: messageId });
    expect(await outcomes(owner)).toEqual(['replied']);
  });

  test('asks with the buttons of a card whom it answers, and hears which one was pressed', async () => {
    const owner = await opened();
    const { chat } = await bot(owner);
    const buttons = [
      Button({ id: 'deploy', label: 'Deploy', value: 'v2' }),
      Button({ id: 'wait', label: 'Not yet' }),
      LinkButton({ url: 'https://example.com/diff', label: 'What changes' }),
    ];
    const mentions: string[] = [];
    const pressed: unknown[] = [];
    let card: SentMessage | undefined;
    chat.onNewMention(async (thread, message) => {
      mentions.push(message.text);
      card = await thread.post(Card({ title: 'Deploy v2?', children: [CardText('To **production**'), Actions(buttons)] }));
    });
    chat.onAction('deploy', async ({ thread, user, value, messageId }) => {
      pressed.push([user.userName, value, messageId]);
      await thread!.post('Deployed');
    });
    await chat.initialize();
    const { messageId: root } = await owner.send('Deploy it', { to: 'Scribe' });
    const text = 'To **production**\n\n[What changes](https://example.com/diff)';
    expect((await heard(owner, `**Deploy v2?**\n\n${text}`)).replyTo).toBe(root);
    expect(await outcomes(owner)).toEqual(['replied']);
    const decision = await owner.decisions.get('Deploy v2?');
    expect(decision.view).toMatchObject({ text, voters: [{ name: 'Olga' }], rule: 'first' });
    expect(decision.view.options.map(({ label }) => label)).toEqual(['Deploy', 'Not yet']);
    await decision.answer(decision.view.options[0]!.id);
    expect((await heard(owner, 'Deployed')).replyTo).toBe(root);
    expect(pressed).toEqual([['Olga', 'v2', card!.id]]);
    // The notice of its end is no mention.
    await eventually(async () => (await outcomes(owner)).filter(Boolean).length === 2);
    expect(mentions).toEqual(['Deploy it']);
  });

  test('asks the owner with a card that answers nobody, or whom the card mentions; a card that is edited asks nobody', async () => {
    const owner = await opened();
    const carol = await connect().join(await owner.invite(), { name: 'Carol' });
    const { chat } = await bot(owner);
    await chat.initialize();
    const channel = chat.channel(`parley:${owner.spaceId}`);
    const asking = (title: string) =>
      Card({ title, children: [Actions([Button({ id: 'yes', label: 'Yes' }), Button({ id: 'no', label: 'No' })])] });
    const voters = async (title: string) => (await owner.decisions.get(title)).view.voters.map(({ name }) => name);
    const sent = await channel.post(asking('Lunch?'));
    expect(await voters('Lunch?')).toEqual(['Olga']);
    await channel.post(asking(`Dinner, ${channel.mentionUser(carol.participantId!)}?`));
    expect(await voters('Dinner, @Carol?')).toEqual(['Carol']);
    await sent.edit(asking('Lunch at one?'));
    expect((await owner.decisions.get('Lunch?')).state).toBe('withdrawn');
    expect((await owner.decisions.get('Lunch at one?')).state).toBe('open');
    await sent.delete();
    expect((await owner.decisions.get('Lunch at one?')).state).toBe('withdrawn');
  });

  test('cannot send a card whose buttons are no decision, and asks nobody then', async () => {
    const owner = await opened();
    const { chat } = await bot(owner);
    await chat.initialize();
    const channel = chat.channel(`parley:${owner.spaceId}`);
    const withButtons = (...labels: string[]) =>
      Card({ title: 'Lunch?', children: [Actions(labels.map((label, i) => Button({ id: `${i}`, label })))] });
    await expect(channel.post(withButtons('Yes'))).rejects.toThrow('2 to 10; this card has 1');
    await expect(channel.post(withButtons('Yes', 'Yes'))).rejects.toThrow(ValidationError);
    await owner.mute('Scribe');
    await expect(channel.post(withButtons('Yes', 'No'))).rejects.toThrow(PermissionError);
    expect(await owner.recent(10)).toEqual([]);
    expect(await owner.decisions.list()).toEqual([]);
  });

  test.each(['public', 'private'] as const)(
    'joins once although two processes start at once with an empty state: %s',
    async (privacy) => {
      const owner = await opened(privacy);
      const state = createMockState();
      const { agentLink: link } = await owner.invite();
      const started = await Promise.all([1, 2].map(() => bot(owner, state, { link })));
      await Promise.all(started.map(({ chat }) => chat.initialize()));
      if (privacy === 'private') await owner.approve('Scribe');
      const channels = started.map(({ chat }) => chat.channel(`parley:${owner.spaceId}`));
      await Promise.all(channels.map((channel, i) => channel.post(`Hello from ${i}`)));
      expect((await owner.get()).participants.map(({ name }) => name)).toEqual(['Olga', 'Scribe']);
      expect(new Set((await owner.recent(10)).map(({ senderId }) => senderId)).size).toBe(1);
    },
  );

  test('knows the space and who is in it', async () => {
    const owner = await opened();
    const { chat, adapter } = await bot(owner);
    await chat.initialize();
    const id = `parley:${owner.spaceId}`;
    expect(await adapter.fetchChannelInfo(id)).toMatchObject({
      id,
      name: 'Launch',
      memberCount: 2,
      channelVisibility: 'workspace',
    });
    expect(await adapter.fetchThread(`${id}:${owner.spaceId}`)).toMatchObject({
      channelId: id,
      channelName: 'Launch',
      isDM: false,
    });
    expect(await adapter.getUser(owner.participantId!)).toMatchObject({ userName: 'Olga', isBot: true });
    expect(await adapter.getUser(owner.spaceId)).toBeNull();
    expect([adapter.userName, adapter.botUserId]).toEqual(['Scribe', (await owner.participant('Scribe')).participantId]);
  });

  test('sends and gets files', async () => {
    const owner = await opened();
    const { chat } = await bot(owner);
    let got: Buffer | undefined;
    chat.onNewMention(async (thread, message) => {
      got = Buffer.from((await message.attachments[0]!.fetchData!()) as Buffer);
      await thread.post({ markdown: 'Here it is', files: [{ data: Buffer.from('Reviewed'), filename: 'review.txt' }] });
    });
    await chat.initialize();
    const { fileId } = await owner.files.create('plan.txt', 'Plan');
    await owner.send('Please review', { to: 'Scribe', attachments: [fileId] });
    const { attachments } = await heard(owner, 'Here it is');
    expect(got!.toString()).toBe('Plan');
    expect(Buffer.from(await owner.files.download(attachments![0]!.fileId)).toString()).toBe('Reviewed');
  });

  test('waits in a private space for the owner, and does not hold up the others meanwhile', async () => {
    const owner = await opened('private');
    const { chat } = await bot(owner);
    chat.onNewMention(async (thread) => void (await thread.post('Here I am')));
    await chat.initialize();
    const posted = chat.channel(`parley:${owner.spaceId}`).post('Hello');
    await owner.approve('Scribe');
    await posted;
    const { messageId } = await owner.send('Ready?', { to: 'Scribe' });
    expect((await heard(owner, 'Here I am')).replyTo).toBe(messageId);
  });
});

describe('a refusal', () => {
  test('because the bot is muted, was removed, or the space is closed is an error of the Chat SDK', async () => {
    const owner = await opened();
    const { chat } = await bot(owner);
    await chat.initialize();
    const channel = chat.channel(`parley:${owner.spaceId}`);
    await owner.mute('Scribe');
    const muted = await channel.post('Hello').catch((error: unknown) => error);
    expect(muted).toBeInstanceOf(PermissionError);
    expect(muted).toMatchObject({ cause: { code: 'muted' }, message: expect.stringContaining('muted') as string });
    await owner.kick('Scribe');
    await expect(channel.post('Hello')).rejects.toThrow(AuthenticationError);
    const other = await bot(owner);
    await other.chat.initialize();
    await owner.close();
    await expect(other.chat.channel(channel.id).post('Hello')).rejects.toMatchObject({ code: 'space_closed' });
  });

  test('to a bot that is muted while it works is that of its post, and the message comes again when it can speak', async () => {
    const owner = await opened();
    const { chat } = await bot(owner);
    let tries = 0;
    chat.onNewMention(async (thread) => {
      if ((tries += 1) === 1) await owner.mute('Scribe');
      else await owner.unmute('Scribe');
      await thread.post('Here I am');
    });
    await chat.initialize();
    await owner.send('Ready?', { to: 'Scribe' });
    await heard(owner, 'Here I am');
    expect(await outcomes(owner)).toEqual(['replied']);
  });

  test('of its key ends what a bot follows, and it returns with another invitation only', async () => {
    const owner = await opened();
    const state = createMockState();
    const { agentLink: link } = await owner.invite();
    const logger = createMockLogger();
    const { chat } = await bot(owner, state, { link, logger });
    await chat.initialize();
    await owner.kick('Scribe');
    await eventually(() => vi.mocked(logger.error).mock.calls.join().includes('no longer'));
    await chat.shutdown();
    await expect((await bot(owner, state, { link })).chat.initialize()).rejects.toThrow(AuthenticationError);
    await (await bot(owner, state)).chat.initialize();
    expect((await owner.participant('Scribe')).status).toBe('active');
  });
});

test('an open space takes the place of a link, and a message is dispatched once', async () => {
  const owner = await opened();
  const space = await connect().join(await owner.invite(), { name: 'Scribe' });
  const messages: Message[] = [];
  const chat = createMockChatInstance({
    overrides: { processMessage: async (_, __, message) => void messages.push(message as Message) },
  });
  const { adapter } = await bot(owner, undefined, { space, link: undefined });
  await adapter.initialize(chat);
  onTestFinished(() => adapter.disconnect());
  await owner.send('Ready?', { to: 'Scribe' });
  const { messageId: replyTo } = await space.send('Shall we?', { to: 'Olga' });
  await owner.send('We shall', { replyTo });
  await eventually(() => messages.length >= 2);
  // The notice of the answer was claimed, too.
  const open = async () => (await space.call('listDeliveries', { state: 'pending' })).deliveries.length;
  await eventually(async () => (await open()) === 0);
  expect(messages.map(({ text, isMention }) => [text, isMention]).toSorted()).toEqual([
    ['Ready?', true],
    ['We shall', undefined],
  ]);
});
