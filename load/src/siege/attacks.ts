import { randomBytes } from 'node:crypto';
import type { Member } from '@parley/testing';
import { a2aStreamOf, mcp, mcpStreamOf, operationBytes, streamOf, trpcStreamOf } from '../generators/requests.ts';
import { largeMessage, largeText, promised, type Ask, type Attack } from './attacker.ts';

const words = 'how does an agent keep the lock of an artifact while two participants write messages at once'.split(' ');
/** So many questions in one tRPC request. */
function questions(count: number): Ask {
  const query = (i: number) => Array.from({ length: 40 }, (_, j) => words[(i * 7 + j * 3) % words.length]).join(' ');
  const body = Object.fromEntries(Array.from({ length: count }, (_, i) => [i, { query: query(i) }]));
  return { method: 'POST', path: `/trpc/${Array<string>(count).fill('ask').join(',')}?batch=1`, body };
}

/** Texts that take long to compare. */
const texts = [
  ...[3, 5].map((step) => Array.from({ length: 9_900 }, (_, i) => `${(i * step) % 7_919}\n`).join('')),
  ...['a\n', 'b\n'].map((line) => line.repeat(512 * 1024)),
];
const bodies = [
  `{"content":"x",${Array.from({ length: 190_000 }, (_, i) => `"${i.toString(36)}":0`).join(',')}}`,
  ...['[]', '{}'].map((value) => `{"content":"x","a":[${Array(660_000).fill(value).join(',')}]}`),
];

const follows = [streamOf, trpcStreamOf, a2aStreamOf, (member: Member) => mcpStreamOf('2025-11-25', member)];

const slow = [
  { opens: 'GET /api/health HTTP/1.1\r\nHost: x\r\n', continues: 'X-Slow: x\r\n' },
  {
    opens: 'POST /hub/space HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{',
    continues: ' ',
  },
  { opens: '', continues: '' },
];
const waits = [
  (member: Member) => operationBytes('listMessages', member, { wait: 25 }),
  ({ spaceId, key }: Member) =>
    mcp('2025-11-25', key, 'tools/call', { name: 'wait_for_events', arguments: { spaceId, wait: 25 } }),
];

const edits = Array.from({ length: 100 }, (_, i) => ({ old: `${'x'.repeat(500)}${i}`, new: 'y' }));
const [documents, proposalsOfEach] = [20, 40];
const wish = { name: 'Flood', description: 'One of many', ttl: 60 };
const addresses = 10;
/** Addresses in turns: each may do only so much. */
const from = (i: number) => ({ from: 1 + (i % addresses) });

/** One for each thing that clients can use up. That each limit holds to the number is proved by the tests of the server. */
export const attacks: readonly Attack[] = [
  { name: 'calm', does: 'No attack: the baseline for the others.', run: ({ hold }) => hold() },
  {
    name: 'costly-requests',
    does: 'One address asks 1,500 questions in one tRPC request, and then ten in each; ten participants at as many addresses compare versions that have nothing in common 600 times, and write over versions that they have not read; four connections send 120 bodies of 2 MB that consist of unknown fields or of empty values.',
    space: { participants: 10 },
    async run({ flood, ask, call, need, createArtifacts, space, member }) {
      await flood(3, 3, () => ask(questions(1_500)));
      await flood(300, 8, () => ask(questions(promised.callsPerBatch)));
      const [artifactId] = await createArtifacts(1);
      for (const [i, content] of texts.entries())
        await need('writeArtifact', space, { artifactId, content, lock: 'auto', baseVersion: i + 1 });
      await flood(600, 10, (i) => {
        const late = { artifactId, content: 'late', lock: 'auto', baseVersion: 4 };
        if (i % 3 === 0) return call('writeArtifact', member(i), late, from(i));
        return call('diffArtifact', member(i), { artifactId, ...(i % 2 ? { from: 4, to: 5 } : { from: 2, to: 3 }) }, from(i));
      });
      const { spaceId, key } = space;
      await flood(120, 4, (i) => {
        const headers = { 'idempotency-key': `body ${i}` };
        const body = bodies[i % bodies.length]!;
        return ask({ ...from(i), method: 'POST', path: `/hub/space/${spaceId}/messages`, key, headers, body });
      });
    },
  },
  {
    name: 'unread-answers',
    does: 'One key requests the artifacts of a space with 31 MiB of them on 120 connections, and 24 MiB of messages 250 times in a row on one, and reads nothing.',
    space: { artifacts: 31, messages: 24 },
    async run({ flood, unread, hold, space }) {
      await flood(120, 20, () => unread(operationBytes('listArtifacts', space)));
      await unread(Buffer.concat(Array<Buffer>(250).fill(operationBytes('listMessages', space))));
      await hold();
    },
  },
  {
    name: 'unread-replays',
    does: 'Five keys follow a space with 40 MiB of messages with 125 streams and 125 tRPC subscriptions, and read none, so that none gets past the replay.',
    space: { messages: 40, participants: 5 },
    async run({ flood, unread, hold, member }) {
      await flood(5 * promised.waiting, 20, (i) => unread((i % 2 ? trpcStreamOf : streamOf)(member(i))));
      await hold();
    },
  },
  {
    name: 'unread-live',
    does: 'Four keys open 50 streams, 50 tRPC subscriptions, 50 of A2A and 50 of MCP in an empty space, and read none, while others send 100 messages of 1 MiB and 400 of 60 KiB.',
    space: { participants: follows.length },
    async run({ flood, unread, call, hold, space, member }) {
      await flood(follows.length * promised.waiting, 10, (i) => unread(follows[Math.floor(i / promised.waiting)]!(member(i))));
      await flood(100, 4, () => call('sendMessage', space, largeMessage));
      const content = 'x'.repeat(60 * 1024);
      await flood(400, 4, (i) => call('sendMessage', member(i), { content }));
      await hold();
    },
  },
  {
    name: 'full-space',
    does: 'Participants at ten addresses direct 3,000 messages to all 50 others, who claim none; twenty artifacts get 400 versions of 1 MiB and 800 proposals; then changes of 1 MiB are proposed, read and withdrawn, until the space is full and beyond.',
    space: { participants: 51 },
    async run({ flood, call, need, createArtifacts, member, members, reached }) {
      const sent = await flood(3_000, 16, (i) => {
        const to = members.filter((other) => other !== member(i)).map(({ id }) => id);
        return call('sendMessage', member(i), { content: 'Please answer', to }, from(i));
      });
      reached(`${sent * (members.length - 1)} deliveries queued`);
      const ids = await createArtifacts(documents);
      const artifactOf = (i: number) => ({ artifactId: ids[i % documents] });
      const propose = (i: number, change: object) =>
        call('createProposal', member(i), { ...artifactOf(i), baseVersion: 1, note: 'n'.repeat(500), ...change }, from(i));
      await flood(documents * proposalsOfEach, 8, (i) => propose(i, { append: `${i}` }));
      for (const [i, artifactId] of ids.entries()) await need('lockArtifact', member(i), { artifactId });
      await flood(400, 8, (i) =>
        call('writeArtifact', member(i % documents), { ...artifactOf(i), content: largeText(i) }, from(i)),
      );
      await flood(400, 8, async (i) => {
        const { status, text } = await propose(i, i % 4 === 0 ? { edits } : { content: largeText(i) });
        if (status !== 200) return;
        const proposal = { ...artifactOf(i), proposalId: (JSON.parse(text) as { proposalId: string }).proposalId };
        await call('getProposal', member(i), proposal, from(i));
        await call('withdrawProposal', member(i), proposal, from(i));
      });
      await flood(200, 10, (i) => call('listProposals', member(i), { ...artifactOf(i), state: 'all' }, from(i)));
    },
  },
  {
    name: 'many-connections',
    does: '600 connections send one header per second, 600 send one byte of a body per second, 600 send nothing, and 1,200 wait for 25 seconds in long polls and MCP tools with six keys.',
    space: { participants: 6 },
    async run({ flood, read, hold, member }) {
      await flood(1_800, 150, async (i) => {
        const { opens, continues } = slow[i % 3]!;
        const socket = await read(opens, i % addresses);
        if (continues) setInterval(() => socket.write(continues), 1_000);
      });
      await flood(1_200, 50, (i) => read(waits[i % 2]!(member(Math.floor(i / 2)))));
      await hold();
    },
  },
  {
    name: 'floods',
    does: 'One address stores 6,000 messages of 60 KiB with 40 keys; ten create 4,000 spaces and start 2,000 link requests; twenty try 5,000 well-formed but unknown keys and 1,000 passwords of 50 accounts.',
    space: { participants: 40 },
    async run({ flood, ask, call, member, reached, field: { target, spaceId } }) {
      const content = 'x'.repeat(60 * 1024);
      const stored = await flood(6_000, 32, (i) => call('sendMessage', member(i), { content }));
      reached(`${stored} messages stored by one address`, stored > promised.requests);
      const created = await flood(4_000, 32, (i) => call('createSpace', {}, wish, from(i)));
      reached(`${created} spaces created`, created > addresses * promised.created);
      await flood(2_000, 32, (i) => call('startLink', {}, { agentName: 'Flood' }, from(i)));
      const headers = { origin: target.url, 'content-type': 'application/x-www-form-urlencoded' };
      await flood(6_000, 40, (i) => {
        const from = 1 + addresses + (i % 20);
        if (i % 6) return call('listMessages', { spaceId, key: randomBytes(32).toString('hex') }, {}, { from });
        const body = `email=user${i % 50}%40example.org&password=guess+number+${i}`;
        return ask({ from, method: 'POST', path: '/login', headers, body });
      });
    },
  },
];
