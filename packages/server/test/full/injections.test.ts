import {
  answer,
  asName,
  hostileBundles,
  invite,
  join,
  openSpace,
  surroundings,
  type KeyHolder,
  type Member,
} from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { serve, type Served } from '../in-process.ts';

let server: Served;
beforeAll(async () => {
  server = await serve({ PARLEY_RATE_LIMIT: '0' });
});
afterAll(() => server.stop());

type Fields = Record<string, any>;

const cut = (text: string, characters: number): string => [...text].slice(0, characters).join('');

interface Meeting {
  owner: Member;
  /** The participant who reads. */
  ada: Member;
  /** The participant who settles a delivery with a note. */
  eve: Member;
  invitation: KeyHolder;
  /** Which Eve has locked. */
  artifactId: string;
  /** Which Eve has changed. */
  draftId: string;
  /** Eve's proposals for two artifacts of Ada, the second of which she has changed since. */
  proposals: { artifactId: string; proposalId: string }[];
}

const draftOf = (text: string): string => `Anchor ${text}`;
const announcementOf = (text: string): string => `I propose a change of "Ours": ${cut(text, 480)}`;

/** A meeting in which everyone but Ada writes the text wherever they can. */
async function meetingWith(text: string): Promise<Meeting> {
  const [long, note] = [cut(text, 2_000), cut(text, 480)];
  const name = asName(`N${text}`, 71);
  const about = { name, description: long, agenda: long, ownerName: name, ownerRole: name };
  const owner = await openSpace(server, about);
  const ada = await join(server, await invite(server, owner));
  const { publicInvitationKey: key } = await answer(200, server, 'createInvitation', owner, { role: name });
  const invitation = { spaceId: owner.spaceId, key };
  const eve = await join(server, invitation, name);
  await answer(200, server, 'sendMessage', ada, { content: 'Ready?', to: [eve.id] });
  const { delivery } = await answer(200, server, 'claimDelivery', eve);
  await answer(200, server, 'settleDelivery', eve, { deliveryId: delivery!.deliveryId, outcome: 'declined', note });
  await answer(200, server, 'sendMessage', eve, { content: text, to: [ada.id] });
  await answer(200, server, 'sendMessage', owner, { content: text, type: 'html' });
  const { id: artifactId } = await answer(200, server, 'createArtifact', eve, { name, type: 'markdown', content: text });
  await answer(200, server, 'lockArtifact', eve, { artifactId });
  const draft = { name, type: 'markdown', content: 'Anchor\n' };
  const { id: draftId } = await answer(200, server, 'createArtifact', eve, draft);
  const change = { content: draftOf(text), note: cut(text, 200), lock: 'auto', baseVersion: 1 };
  await answer(200, server, 'writeArtifact', eve, { artifactId: draftId, ...change });
  const ours = async (offer: object) => {
    const { id: artifactId } = await answer(200, server, 'createArtifact', ada, { ...draft, name: 'Ours' });
    const { proposalId } = await answer(200, server, 'createProposal', eve, { artifactId, baseVersion: 1, note, ...offer });
    return { artifactId, proposalId };
  };
  const whole = { content: draftOf(text) };
  const proposals = [await ours({ edits: [{ old: 'Anchor', new: draftOf(text) }] }), await ours(whole)];
  await answer(200, server, 'writeArtifact', eve, {
    artifactId: proposals[1]!.artifactId,
    // The same lines, so that it conflicts.
    content: `Ours ${whole.content}`,
    lock: 'auto',
    baseVersion: 1,
  });
  await answer(200, server, 'updateSpace', owner, { description: long });
  return { owner, ada, eve, invitation, artifactId, draftId, proposals };
}

async function post(path: string, { key }: KeyHolder, message: object, hear = (_text: string) => {}): Promise<string> {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json', 'x-private-key': key },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
    signal: AbortSignal.timeout(60_000),
  });
  let all = '';
  for await (const text of response.body!.pipeThrough(new TextDecoderStream())) hear((all += text));
  return all;
}

/** The fields of MCP that Ada's model reads: results of tools, resources as the JSON that they are, prompts and lists. */
async function seenOverMcp({ ada, owner, invitation, artifactId, draftId, proposals }: Meeting): Promise<Fields> {
  const { spaceId } = ada;
  const ask = async (by: KeyHolder, method: string, params: Fields = {}) =>
    (JSON.parse(await post('/mcp', by, { method, params })) as { result: Fields }).result;
  const tools: Fields = {};
  const call = async (name: string, args: Fields = {}, by: KeyHolder = ada) => {
    tools[`${name} ${Object.keys(args).join()}`] = await ask(by, 'tools/call', { name, arguments: { spaceId, ...args } });
  };
  for (const name of ['get_space', 'list_messages', 'list_artifacts', 'list_deliveries']) await call(name);
  await call('list_deliveries', { role: 'sender', state: 'all' });
  for (const name of ['get_artifact', 'lock_artifact', 'edit_artifact']) await call(name, { artifactId, content: 'Mine' });
  const draft = { artifactId: draftId };
  await call('artifact_history', draft);
  await call('artifact_diff', { ...draft, from: 1 });
  await call('get_artifact_version', { ...draft, version: 2 });
  await call('edit_artifact', { ...draft, content: 'Mine', baseVersion: 1 });
  await call('edit_artifact', { ...draft, edits: [{ old: 'Anchor is lost', new: 'Mine' }] });
  const [open, stale] = proposals;
  await call('list_proposals', { artifactId: open!.artifactId });
  await call('get_proposal', open);
  await call('get_proposal', { ...stale, reading: 'stale' });
  await call('decide_proposal', { ...stale, decision: 'accept', baseVersion: 2 });
  await call('wait_for_events', { after: 0, wait: 0 });
  await call('claim_delivery');
  await call('claim_delivery', { leaseSeconds: 60 });
  await call('list_invitations', {}, owner);
  await call('get_my_invitation', {}, invitation);
  const resources: Fields = {};
  for (const [name, path] of Object.entries({ space: '', messages: '/messages', artifact: `/artifacts/${artifactId}` })) {
    const { contents } = await ask(ada, 'resources/read', { uri: `parley://spaces/${spaceId}${path}` });
    resources[name] = JSON.parse(contents[0].text);
  }
  const prompt = await ask(ada, 'prompts/get', { name: 'join_meeting', arguments: { link: 'link' } });
  return { tools, resources, prompt, list: await ask(ada, 'resources/list') };
}

/** The lines of the invitation's card that are Parley's own. */
async function ownLinesOfCard({ invitation: { spaceId, key } }: Meeting): Promise<string[]> {
  const card = await fetch(`${server.url}/space/${spaceId}/${key}/.well-known/agent.md`);
  const lines = (await card.text()).replaceAll(/[\da-f-]{36,64}/g, 'id').split('\n');
  return lines.filter((line) => !line.startsWith('|') && !/^`{3,}/.test(line) && !line.startsWith('- Open for '));
}

const methods = [
  ['GetTask', 'SubscribeToTask'],
  ['tasks/get', 'tasks/resubscribe'],
] as const;

/** In both versions: Ada's task with its history, and the stream of everything that happened. It ends the meeting. */
async function seenOverA2a({ owner, ada }: Meeting): Promise<unknown[]> {
  const id = `${ada.spaceId}.${ada.id}`;
  const tasks = await Promise.all(methods.map(([method]) => post('/a2a', ada, { method, params: { id, historyLength: 100 } })));
  await answer(200, server, 'sendMessage', ada, { content: 'That is all' });
  const params = { id, metadata: { after: 0 } };
  const complete = new Set<string>();
  const streams = methods.map(([, method]) =>
    post('/a2a', ada, { method, params }, (text) => text.includes('"That is all"') && complete.add(method)),
  );
  await eventually(() => complete.size === streams.length);
  await answer(200, server, 'closeSpace', owner);
  const frames = (await Promise.all(streams))
    .join('')
    .split('\n')
    .filter((line) => line.startsWith('data: '));
  return [...tasks, ...frames.map((line) => line.slice('data: '.length))].map((text) => JSON.parse(text) as unknown);
}

/** Data parts and metadata are JSON for programs, as in REST. */
const withoutData = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (field, each: unknown) => (field === 'data' || field === 'metadata' ? undefined : each)));

interface Harmless {
  mcp: unknown;
  card: string[];
  a2a: unknown;
}
let harmless: Harmless;
beforeAll(async () => {
  const meeting = await meetingWith('Hello');
  const [mcp, card] = [await seenOverMcp(meeting), await ownLinesOfCard(meeting)];
  const a2a = withoutData(await seenOverA2a(meeting));
  harmless = { mcp: surroundings(mcp).around, card, a2a: surroundings(a2a).around };
});

it('the model reads what others wrote from every tool, and the refusals of locked and changed artifacts and of proposals that no longer apply', async () => {
  const { tools } = (await seenOverMcp(await meetingWith('Hello'))) as { tools: Record<string, Fields> };
  const silent = Object.keys(tools).filter((name) => !JSON.stringify(tools[name]).includes('Hello'));
  expect(silent).toEqual(['list_deliveries ']);
  expect(Object.keys(tools).filter((name) => tools[name]!['isError'])).toEqual([
    'lock_artifact artifactId,content',
    'edit_artifact artifactId,content',
    'edit_artifact artifactId,content,baseVersion',
    'edit_artifact artifactId,edits',
    'decide_proposal artifactId,proposalId,decision,baseVersion',
  ]);
});

describe.each(hostileBundles.map((text, i) => [i, text] as const))(
  'text %i is in envelopes only, and changes nothing around them',
  (_, text) => {
    let meeting: Meeting;
    beforeAll(async () => {
      meeting = await meetingWith(text);
    });

    it('over MCP', async () => {
      const { enclosed, around } = surroundings(await seenOverMcp(meeting));
      expect(around).toEqual(harmless.mcp);
      // Each text twice, as text and in structured content; failures and resources have it once.
      expect(enclosed.length).toBeGreaterThan(20);
      const draft = draftOf(text);
      const known = [
        'Ready?',
        cut(text, 200),
        cut(text, 480),
        cut(text, 2_000),
        text,
        draft,
        `Ours ${draft}`,
        // Without half of a character.
        draft.slice(0, 200).replace(/[\ud800-\udbff]$/, ''),
        // As a refused edit shows what is near.
        draft
          .replaceAll(/\r\n?/g, '\n')
          .slice(0, 200)
          .replace(/[\ud800-\udbff]$/, ''),
        'Anchor',
        'Anchor\n',
        announcementOf(text),
      ];
      const [diffs, others] = [
        enclosed.filter((each) => each.startsWith('@@ ')),
        enclosed.filter((each) => !each.startsWith('@@ ')),
      ];
      for (const each of others) expect(known).toContain(each);
      // Of the comparison and of two proposals twice, and in the text and the fields of two refusals.
      expect(diffs).toHaveLength(10);
      for (const each of diffs) expect(each).toMatch(/^@@ -1,1 \+1,\d+ @@\n-Anchor\n\+(Ours )?Anchor /);
    });

    it('or, in the card of an invitation, in marked blocks', async () => {
      expect(await ownLinesOfCard(meeting)).toEqual(harmless.card);
    });

    it('over A2A', async () => {
      const { enclosed, around } = surroundings(withoutData(await seenOverA2a(meeting)));
      expect(around).toEqual(harmless.a2a);
      // The message that requires input, the messages of the history, and the same in the stream; in two versions.
      expect(enclosed.length).toBeGreaterThanOrEqual(18);
      expect(new Set(enclosed)).toEqual(new Set([text, announcementOf(text)]));
    });
  },
);

it('the agent card of A2A says nothing about any space', async () => {
  const card = async () => (await fetch(`${server.url}/.well-known/agent-card.json`)).text();
  const before = await card();
  await meetingWith(hostileBundles[0]!);
  expect(await card()).toBe(before);
});
