import { readEnvelope } from '@parley/core';
import { allMessages, answer, invite, meeting, type Member } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clients, type A2aClient, type Seen } from '../a2a-clients.ts';
import { eventually } from '../eventually.ts';
import { serve, type Served } from '../in-process.ts';

let served: Served;
beforeAll(async () => {
  served = await serve({ PARLEY_RATE_LIMIT: '0' });
});
afterAll(() => served.stop());

const taskOf = ({ spaceId, id }: Member) => `${spaceId}.${id}`;
const onTask = (member: Member, metadata?: Record<string, unknown>) => ({
  key: member.key,
  taskId: taskOf(member),
  ...(metadata && { metadata }),
});

describe.each(clients)('decisions over A2A with %s', (_, connect) => {
  let client: A2aClient;
  beforeAll(async () => {
    client = await connect(served.url);
  });

  /** The owner, with as many others, and what they say. */
  async function gathered(count: number) {
    const { owner, crew } = await meeting(served, count);
    const decide = (by: Member, input: object) => answer(200, served, 'createDecision', by, { title: 'Lunch?', ...input });
    const read = (decisionId: string) => answer(200, served, 'getDecision', owner, { decisionId });
    const said = async () => (await allMessages(served, owner)).map(({ content }) => content);
    return { owner, crew, decide, read, said };
  }
  const meals = [{ label: 'Pasta' }, { label: 'Salad', description: 'Without nuts' }];

  test('a voter is asked by its task, talks about it, and answers with a text; who asked is told by its own', async () => {
    const { owner, crew, decide, read, said } = await gathered(1);
    const [ada] = crew as [Member];
    const text = 'Which one?\n\n*Until noon.*';
    const { decisionId } = await decide(owner, { options: meals, text, voters: [ada.id], expiresInSeconds: 600 });
    const asked = await client.get(taskOf(ada), ada.key);
    expect(asked).toMatchObject({ state: 'input-required', about: { decisionId, expects: 'answer' } });
    expect(asked.question).toMatchObject({
      decisionId,
      title: 'Lunch?',
      text,
      options: [{ id: 'pasta' }, { id: 'salad' }],
      rule: 'first',
    });
    const [message, question, how] = asked.texts as [string, string, string];
    expect(readEnvelope(message).content).toBe('I ask for a decision: "Lunch?"');
    expect(readEnvelope(question)).toEqual({
      labels: { spaceId: owner.spaceId, senderId: owner.id },
      content: `Lunch?\n\n${text}\n\nOptions:\n- pasta: Pasta\n- salad: Salad (Without nuts)`,
    });
    expect(how).toBe(
      `To answer, send a message to this task: the option, or a data part such as {"decisionId":"${decisionId}","option":"<id>"}.`,
    );

    const talk = (await client.say('Is the pasta vegan?', onTask(ada))).task!;
    expect(talk).toMatchObject({ state: 'input-required', question: { decisionId }, data: { sendMessage: {} } });
    expect(await said()).toContain('Is the pasta vegan?');
    const answered = (await client.say(' salad ', onTask(ada, { reason: 'Lighter' }))).task!;
    expect(answered).toMatchObject({
      state: 'working',
      data: { answerDecision: { decisionId, state: 'decided', outcome: 'salad' } },
    });
    expect(answered.question).toBeUndefined();
    expect(await read(decisionId)).toMatchObject({ outcome: 'salad', voters: [{ participantId: ada.id, reason: 'Lighter' }] });
    expect(await said()).not.toContain('salad');
    const told = await client.get(taskOf(owner), owner.key);
    expect(told).toMatchObject({ state: 'input-required', about: { decisionId, expects: 'nothing' }, question: undefined });
    expect(readEnvelope(told.texts[0]!).content).toBe('The decision "Lunch?" has ended: "Salad"');
  });

  test('data that names no option leaves the task input-required with those that there are; after the end it is refused', async () => {
    const { owner, crew, decide, read } = await gathered(2);
    const [ada, bob] = crew as [Member, Member];
    const { decisionId } = await decide(owner, { options: meals, voters: [ada.id] });
    const unknown = (await client.tell({ option: 'Soup' }, onTask(ada))).task!;
    expect(unknown).toMatchObject({
      state: 'input-required',
      question: { decisionId, options: [{ id: 'pasta' }, { id: 'salad' }] },
    });
    expect(unknown.texts[0]).toBe('option must be one of pasta, salad');
    expect(await read(decisionId)).toMatchObject({ state: 'open', voters: [{ answered: false }] });
    await expect(client.tell({ decisionId, option: 'pasta' }, onTask(bob))).rejects.toThrow(
      /Only those who were asked can answer/,
    );
    await expect(client.tell({ option: 'pasta' }, onTask(bob))).rejects.toThrow(/Nothing waits for your answer/);
    const answered = (await client.tell({ option: 'Pasta', reason: 'Hungry' }, onTask(ada))).task!;
    expect(answered).toMatchObject({ state: 'working', data: { answerDecision: { outcome: 'pasta' } } });
    await expect(client.tell({ decisionId, option: 'salad' }, onTask(ada))).rejects.toThrow(/already ended: pasta was decided/);
    expect(await read(decisionId)).toMatchObject({ outcome: 'pasta' });
  });

  test('an approval needs the version: without it, and with another one, the task says which', async () => {
    const { owner, crew, decide, read } = await gathered(1);
    const [ada] = crew as [Member];
    const plan = { name: 'Plan', type: 'markdown', content: 'one\n' };
    const { id: artifactId } = await answer(200, served, 'createArtifact', owner, plan as never);
    const { decisionId } = await decide(owner, { voters: [ada.id, owner.id], artifact: { artifactId, version: 1 }, rule: 'all' });
    await answer(200, served, 'writeArtifact', owner, { artifactId, append: 'two', lock: 'auto' });
    const asked = await client.get(taskOf(ada), ada.key);
    expect(asked.question).toMatchObject({ artifact: { artifactId, version: 1, currentVersion: 2, changedSince: true } });
    expect(readEnvelope(asked.texts[1]!).content).toMatch(/It is about version 1 of "Plan" .*, which is not the present one/);
    for (const version of [undefined, 2]) {
      const refused = (await client.say('approve', onTask(ada, version === undefined ? {} : { version }))).task!;
      expect(refused).toMatchObject({ state: 'input-required', question: { decisionId } });
      expect(refused.texts[0]).toBe('The decision is about version 1: read that one and name it');
    }
    await expect(client.tell({ decisionId, option: 'approve', version: 1 }, onTask(owner))).rejects.toThrow(
      /You wrote this version/,
    );
    expect((await client.say('Approve', onTask(ada, { version: 1 }))).task).toMatchObject({ state: 'working' });
    expect(await read(decisionId)).toMatchObject({ state: 'decided', outcome: 'approve' });
  });

  test('where several wait, a text that fits more than one answers none; replyTo, decisionId and the option itself choose', async () => {
    const { owner, crew, decide, read } = await gathered(1);
    const [ada] = crew as [Member];
    const ask = async (title: string, options?: object[]) =>
      (await decide(owner, { title, voters: [ada.id], ...(options && { options }) })).decisionId;
    const [send, pay, third, meal] = [await ask('Send?'), await ask('Pay?'), await ask('Third?'), await ask('Lunch?', meals)];
    const unclear = (await client.say('approve', onTask(ada))).task!;
    expect(unclear.state).toBe('input-required');
    expect(unclear.texts[0]).toBe('Several wait for your answer: send data that names one by decisionId');
    expect(unclear.texts.join('\n')).toMatch(/Send\?[^]*Pay\?[^]*|Pay\?[^]*Send\?/);
    expect((await client.tell({ option: 'approve' }, onTask(ada))).task).toMatchObject({ state: 'input-required', data: {} });
    for (const each of [send, pay, third]) expect(await read(each)).toMatchObject({ state: 'open' });
    expect((await client.say('pasta', onTask(ada))).task!.data).toMatchObject({ answerDecision: { decisionId: meal } });
    const asking = (await allMessages(served, owner)).find(({ decisionId }) => decisionId === pay)!;
    expect((await client.say('reject', onTask(ada, { replyTo: asking.id }))).task!.data).toMatchObject({
      answerDecision: { decisionId: pay, outcome: 'reject' },
    });
    expect((await client.tell({ decisionId: third, option: 'approve' }, onTask(ada))).task!.data).toMatchObject({
      answerDecision: { decisionId: third, outcome: 'approve' },
    });
    expect((await client.say('approve', onTask(ada))).task).toMatchObject({
      state: 'working',
      data: { answerDecision: { decisionId: send } },
    });
  });

  test('what is said to the space, to somebody or as a reply to something else is no answer, whatever it says', async () => {
    const { owner, crew, decide, read, said } = await gathered(1);
    const [ada] = crew as [Member];
    const { messageId } = await answer(200, served, 'sendMessage', owner, { content: 'Approve my leave?', to: [ada.id] });
    const { decisionId } = await decide(owner, { voters: [ada.id] });
    const spoken = [
      { key: ada.key, contextId: ada.spaceId },
      onTask(ada, { replyTo: messageId }),
      onTask(ada, { to: [owner.id] }),
    ];
    for (const place of spoken) expect((await client.say('approve', place)).task!.data).toHaveProperty('sendMessage');
    expect((await said()).filter((content) => content === 'approve')).toHaveLength(3);
    for (const text of ['appr', 'approve.', 'I approve'])
      expect((await client.say(text, onTask(ada))).task!.data).toHaveProperty('sendMessage');
    expect(await read(decisionId)).toMatchObject({ state: 'open', voters: [{ answered: false }] });
  });

  test('a stream gets the question after its message, and the end of the decision ends what is asked', async () => {
    const { owner, crew, decide } = await gathered(1);
    const [ada] = crew as [Member];
    const seen: Seen[] = [];
    const following = (async () => {
      for await (const each of client.follow(taskOf(ada), ada.key)) {
        seen.push(each);
        if (each.event === 'delivery' && each.state === 'working') return;
      }
    })();
    await eventually(() => served.parley.source.feed.watched.includes(owner.spaceId));
    const { decisionId } = await decide(owner, { options: meals, voters: [ada.id] });
    await eventually(() => seen.some(({ question }) => question?.['options'] !== undefined));
    await answer(200, served, 'withdrawDecision', owner, { decisionId });
    await following;
    const updates = seen.slice(1);
    expect(updates[0]).toMatchObject({ event: 'message', state: 'input-required', about: { decisionId } });
    const question = updates.find((each) => each.question?.['options'] !== undefined)!;
    expect(question).toMatchObject({
      state: 'input-required',
      question: { decisionId, options: [{ id: 'pasta' }, { id: 'salad' }] },
    });
    expect(question.sequence).toBeUndefined();
    expect(
      updates.filter(({ event }) => event === 'decision').map(({ fields }) => [fields!['action'], fields!['state']]),
    ).toEqual([
      ['opened', 'open'],
      ['ended', 'withdrawn'],
    ]);
    expect(await client.get(taskOf(ada), ada.key)).toMatchObject({ state: 'working', question: undefined });
  });

  test('a stranger who asks for something is asked back by its own task, and goes on with what it answered', async () => {
    const { owner, decide, read } = await gathered(0);
    const { key } = await invite(served, owner);
    const joined = (await client.call('joinSpace', { name: 'Travel agent' }, { key, contextId: owner.spaceId })).task!;
    const { participantPrivateKey: own, participantId } = joined.data['joinSpace'] as Record<string, string>;
    const stranger = { key: own!, taskId: joined.id };
    const wish = (await client.say('Book me a table for noon', stranger)).task!;
    expect(wish.state).toBe('working');
    const { decisionId } = await decide(owner, {
      title: 'Inside or outside?',
      options: [{ label: 'Inside' }, { label: 'Outside' }],
      voters: [participantId],
    });
    expect(await client.get(joined.id, own!)).toMatchObject({
      state: 'input-required',
      question: { decisionId, title: 'Inside or outside?' },
    });
    expect((await client.say('On the roof', stranger)).task).toMatchObject({ state: 'input-required', question: { decisionId } });
    expect((await client.say('Outside', stranger)).task).toMatchObject({
      state: 'working',
      data: { answerDecision: { outcome: 'outside' } },
    });
    expect(await read(decisionId)).toMatchObject({ state: 'decided', voters: [{ participantId, option: 'outside' }] });
  });

  test('an A2A agent opens a decision, and a person answers it: the task of the agent requires input, and leads to the outcome', async () => {
    const { owner, crew } = await gathered(1);
    const [ada] = crew as [Member];
    const as = { key: ada.key, contextId: ada.spaceId };
    const opened = (await client.call('createDecision', { title: 'Send it?' }, as)).task!;
    expect(opened.state).toBe('working');
    const { decisionId } = opened.data['createDecision'] as { decisionId: string };
    await answer(200, served, 'answerDecision', owner, { decisionId, option: 'reject', reason: 'Too early' });
    expect(await client.get(taskOf(ada), ada.key)).toMatchObject({
      state: 'input-required',
      about: { decisionId, expects: 'nothing' },
    });
    const read = (await client.call('getDecision', { decisionId }, as)).task!;
    expect(read.data['getDecision']).toMatchObject({ outcome: 'reject', voters: [{ reason: 'Too early' }] });
    expect((await client.call('claimDelivery', {}, as)).task!.state).toBe('working');
    await expect(client.call('createDecision', { title: 'x', fallback: 'approve', expiresInSeconds: 60 }, as)).rejects.toThrow(
      /owner/,
    );
  });
});

test.each([
  ['a text', { text: 'approve' }],
  ['data', { data: { option: 'approve' } }],
])('an answer as %s that is sent again answers nothing else, and is not said to the space', async (_, part) => {
  const { owner, crew } = await meeting(served, 1);
  const [ada] = crew as [Member];
  const ask = async (title: string) =>
    (await answer(200, served, 'createDecision', owner, { title, voters: [ada.id] })).decisionId;
  const sent = async (messageId: string) => {
    const body = JSON.stringify({ message: { messageId, role: 'ROLE_USER', taskId: taskOf(ada), parts: [part] } });
    const response = await fetch(`${served.url}/a2a/v1/message:send`, {
      method: 'POST',
      headers: { 'x-private-key': ada.key },
      body,
    });
    return (await response.json()) as { task: { artifacts: { parts: { data: object }[] }[] } };
  };
  const decisionId = await ask('Send it?');
  const isAnswer = { task: { artifacts: [{ name: 'answerDecision', parts: [{ data: { decisionId, outcome: 'approve' } }] }] } };
  expect(await sent('once')).toMatchObject(isAnswer);
  const other = await ask('Pay it?');
  expect(await sent('once')).toMatchObject(isAnswer);
  expect(await answer(200, served, 'getDecision', owner, { decisionId: other })).toMatchObject({ state: 'open' });
  expect((await allMessages(served, owner)).map(({ content }) => content)).not.toContain('approve');
  expect(await sent('twice')).toMatchObject({ task: { artifacts: [{ parts: [{ data: { decisionId: other } }] }] } });
});
