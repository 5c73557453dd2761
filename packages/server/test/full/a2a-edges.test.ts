import { answer, invite, join, meeting, openSpace, type Member } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { databases, type Place } from '../databases.ts';
import { serve, type Served } from '../in-process.ts';

interface Told {
  id: string;
  status: { state: string; timestamp: string; message?: { parts: object[] } };
  metadata: { sequence?: number };
  history?: { messageId: string; parts: { text?: string; data?: object }[]; metadata: Record<string, unknown> }[];
}

const taskOf = ({ spaceId, id }: Member) => `${spaceId}.${id}`;

describe.each(databases)('A2A on %s', (_, open) => {
  let place: Place;
  let served: Served;
  beforeAll(async () => {
    place = await open();
    served = await serve(place.settings);
  });
  afterAll(async () => {
    await served.stop();
    await place.remove();
  });

  async function rpc(
    key: string,
    method: string,
    params: object,
  ): Promise<{ result?: never; error?: { code: number; message: string } }> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await fetch(`${served.url}/a2a`, { method: 'POST', body, headers: { 'x-private-key': key } });
    return (await response.json()) as { result?: never };
  }
  const get = async (id: string, key: string, historyLength = 0) =>
    (await rpc(key, 'GetTask', { id, historyLength })).result! as Told;
  const send = (member: Member, input: object) => answer(200, served, 'sendMessage', member, { content: 'Hello', ...input });

  test('who only asks for its task uses its key: others can direct messages to it, and see that it is here', async () => {
    const owner = await openSpace(served, { privacy: 'private' });
    const invitation = await invite(served, owner);
    const { participantId } = await answer(202, served, 'joinSpace', invitation, { name: 'Ada' });
    await answer(200, served, 'approveParticipant', owner, { participantId });
    const collected = await get(`${owner.spaceId}.${participantId}`, invitation.key);
    const [{ parts }] = (collected as unknown as { artifacts: [{ parts: [{ data: { participantPrivateKey: string } }] }] })
      .artifacts;
    const ada = await get(`${owner.spaceId}.${participantId}`, parts[0].data.participantPrivateKey);
    expect(ada.status.state).toBe('TASK_STATE_WORKING');
    await send(owner, { to: [participantId] });
    const { participants } = await answer(200, served, 'getSpace', owner);
    expect(participants.find((each) => each.participantId === participantId)).toMatchObject({ reach: 'live' });
  });

  test('a history of large images is read as one page without their content', async () => {
    const { owner, crew } = await meeting(served, 1);
    const [ada] = crew as [Member];
    const image = `data:image/png;base64,${'iVBORw0KGgo'.repeat(90_000)}`.slice(0, 1024 * 1024);
    const sent: string[] = [];
    for (let i = 0; i < 12; i += 1) {
      const input = i % 3 === 2 ? { content: `"text" ${i}` } : { content: image, type: 'image', replyTo: sent[0] };
      sent.push((await send(owner, input)).messageId);
    }
    const { log } = served.parley.source;
    const pages = vi.spyOn(log, 'messages');
    for (const read of ['first', 'again']) {
      const { history } = await get(taskOf(ada), ada.key, 100);
      expect(
        history!.map(({ messageId }) => messageId),
        read,
      ).toEqual(sent);
      expect(history!.map(({ metadata }) => metadata['senderName'])).toEqual(sent.map(() => 'Owner'));
      const images = history!.flatMap(({ parts: [part] }) => part!.data ?? []);
      const named = { type: 'image', mediaType: 'image/png', bytes: expect.any(Number) as number };
      expect(images).toEqual(Array.from({ length: 8 }, () => named));
      expect(history!.at(-1)!.parts[0]!.text).toContain('"text" 11');
    }
    expect(pages).not.toHaveBeenCalled();
    pages.mockRestore();
  });

  test('a history has the latest messages, whatever else happened', async () => {
    const { owner, crew } = await meeting(served, 1);
    const [ada] = crew as [Member];
    const { messageId } = await send(owner, { content: 'Before' });
    for (let i = 0; i < 4; i += 1) await answer(200, served, 'createArtifact', ada, { name: `${i}`, type: 'markdown' });
    expect((await get(taskOf(ada), ada.key, 1)).history!.map((each) => each.messageId)).toEqual([messageId]);
  });

  test('the first use of an approved key is told, also if it reads a history', async () => {
    const owner = await openSpace(served, { privacy: 'private' });
    const { key } = await invite(served, owner);
    const asked = await answer(202, served, 'joinSpace', { spaceId: owner.spaceId, key }, { name: 'Grace' });
    const { participantId } = asked;
    await answer(200, served, 'approveParticipant', owner, { participantId });
    const got = await answer(200, served, 'getJoinStatus', { spaceId: owner.spaceId, key }, { participantId });
    await get(`${owner.spaceId}.${participantId}`, got.participantPrivateKey, 5);
    const again = await fetch(`${served.url}/hub/space/${owner.spaceId}/join/${participantId}`, {
      headers: { 'x-private-key': key },
    });
    expect(again.status).toBe(404);
  });

  test.each(['kicked', 'left'])('a participant who has %s learns nothing of what happens in the space since', async (how) => {
    const { owner, crew } = await meeting(served, 2);
    const [ada] = crew as [Member, Member];
    for (let i = 0; i < 3; i += 1) await send(owner, {});
    await answer(200, served, 'createArtifact', owner, { name: 'Plan', type: 'markdown' });
    if (how === 'left') await answer(200, served, 'leaveSpace', ada);
    else await answer(200, served, 'kickParticipant', owner, { participantId: ada.id });
    const space = await answer(200, served, 'getSpace', owner);
    expect(space.state).toBe('open');
    const end = await served.parley.source.heads.current(owner.spaceId);
    const first = await get(taskOf(ada), ada.key, 10);
    expect(first.metadata.sequence).toBe(end!.sequence);
    expect(Date.parse(first.status.timestamp)).toBe(end!.lastMs);
    await send(owner, {});
    await answer(200, served, 'createArtifact', owner, { name: 'Secret', type: 'markdown' });
    expect(await get(taskOf(ada), ada.key, 10)).toEqual(first);
    expect((await rpc(ada.key, 'ListTasks', { contextId: owner.spaceId })).result).toMatchObject({ tasks: [first] });
  });

  test('a participant who waits for approval, or was refused, does not learn what happens in the space', async () => {
    const owner = await openSpace(served, { privacy: 'private' });
    const { key } = await invite(served, owner);
    const ask = async (name: string) => {
      const message = {
        messageId: name,
        role: 'ROLE_USER',
        contextId: owner.spaceId,
        parts: [{ data: { operation: 'joinSpace', input: { name } } }],
      };
      const streamed = await fetch(`${served.url}/a2a`, {
        method: 'POST',
        headers: { 'x-private-key': key },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage', params: { message } }),
      });
      const [, json] = /^data: (.*)$/m.exec(await streamed.text())!;
      return (JSON.parse(json!) as { result: { task: Told } }).result.task;
    };
    const grace = await ask('Grace');
    expect(grace).toMatchObject({ status: { state: 'TASK_STATE_AUTH_REQUIRED' } });
    expect(grace.metadata).not.toHaveProperty('sequence');
    await send(owner, {});
    expect((await get(grace.id, key)).metadata).not.toHaveProperty('sequence');
    await answer(200, served, 'kickParticipant', owner, { participantId: grace.id.split('.')[1] });
    const refused = await get(grace.id, key);
    expect(refused.status.state).toBe('TASK_STATE_REJECTED');
    await send(owner, {});
    expect(await get(grace.id, key)).toEqual(refused);
  });

  test('an envelope is the same whenever its reader gets the message, and another one for every other reader and message', async () => {
    const { owner, crew } = await meeting(served, 2);
    const [ada, bob] = crew as [Member, Member];
    await send(owner, { content: 'Hello', to: [ada.id, bob.id] });
    await send(owner, { content: 'Hello' });
    const textsOf = async (member: Member) => {
      const { history, status } = await get(taskOf(member), member.key, 10);
      const [asked] = status.message!.parts as { text: string }[];
      return [...history!.map(({ parts }) => parts[0]!.text!), asked!.text];
    };
    const [first, again, others] = [await textsOf(ada), await textsOf(ada), await textsOf(bob)];
    expect(again).toEqual(first);
    expect(first[2]).toBe(first[0]);
    const boundaries = [...first.slice(0, 2), ...others.slice(0, 2)].map((text) => /BEGIN ([\da-f]{32})$/m.exec(text)![1]);
    expect(new Set(boundaries).size).toBe(4);
  });

  test('ListTasks without a context lists the task of the key', async () => {
    const { owner, crew } = await meeting(served, 1);
    const [ada] = crew as [Member];
    for (const params of [
      {},
      { contextId: '' },
      { status: 'UNRECOGNIZED' },
      { status: 'TASK_STATE_WORKING' },
      { status: 'working' },
    ]) {
      expect((await rpc(ada.key, 'ListTasks', params)).result, JSON.stringify(params)).toMatchObject({
        tasks: [{ id: taskOf(ada) }],
        totalSize: 1,
      });
    }
    expect((await rpc(owner.key, 'tasks/list', { status: 'TASK_STATE_COMPLETED' })).result).toMatchObject({ tasks: [] });
    expect((await rpc(ada.key, 'ListTasks', { status: 'nonsense' })).error).toMatchObject({ code: -32602 });
    expect((await rpc('f'.repeat(64), 'ListTasks', {})).error).toMatchObject({ code: 401 });
    const { key } = await invite(served, owner);
    expect((await rpc(key, 'ListTasks', {})).error).toMatchObject({ code: 401 });
    const grace = await join(served, { spaceId: owner.spaceId, key });
    expect((await rpc(grace.key, 'ListTasks', {})).result).toMatchObject({ tasks: [{ id: taskOf(grace) }] });
  });
});
