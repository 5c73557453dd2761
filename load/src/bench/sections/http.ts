import { answer, createArtifact, type Member } from '@parley/testing';
import { openMeeting, openMeetings, sends } from '../../clients/meeting.ts';
import { content } from '../../clients/message.ts';
import { operationBytes, requestBytes } from '../../generators/requests.ts';
import type { Line } from '../section.ts';
import type { Stage } from '../stage.ts';
import { clientsName, sending, sendName, wheres, type Where } from './sending.ts';

const key = '0'.repeat(64);
const post = (body: object): Buffer => requestBytes({ method: 'POST', path: '/', key, body });
/** By the number of clients. */
const sendGoals: Record<Where, Record<number, number>> = { one: { 32: 2.2, 8: 3.2, 1: 0.5 }, many: { 32: 2.8, 8: 4, 1: 0.45 } };
const naiveGoals = { 1: { 32: 3, 1: 1.2 }, 200: { 32: 2.6, 1: 1.2 } };
const newMessages = 20;
const artifactClients = 8;
const text = `# Plan\n${'All of us agree on this line.\n'.repeat(10_000 / 30)}`;

/** Sending a message over HTTP: its cost for the server. One client mostly waits, so there the rate counts. */
export async function send(stage: Stage): Promise<Line[]> {
  const [way, bare] = [await sending(stage, await stage.serve()), await stage.bare({ kind: 'fastify' })];
  return stage.pace.clients.flatMap((clients) => {
    const than = stage.loop(bare, [post({ content, type: 'text' })], clients);
    return wheres.map((where): Line => {
      const line = { work: sendName(stage.pace, where, clients), way: way(where, clients) };
      const goal = sendGoals[where][clients]!;
      if (clients > 1) return { ...line, figure: 'cpuMicros', than, unit: '× bare Fastify', atMost: goal };
      const inserts = stage.inserts(1, where === 'one' ? 1 : 1_000);
      return { ...line, figure: 'perSecond', than: inserts, unit: '× pgbench', atLeast: goal };
    });
  });
}

/** Sending a message, compared with what a user would write instead, on the same PostgreSQL. */
export async function naive(stage: Stage): Promise<Line[]> {
  const server = await stage.serve();
  const meetings = { 1: await openMeetings(server, 1, 5), 200: await openMeetings(server, 200) };
  const keys = Object.values(meetings).flatMap((all) => all.flatMap(({ members }) => members.map(({ key }) => key)));
  const service = await stage.bare({ kind: 'naive', url: stage.url, keys });
  return ([32, 1] as const)
    .filter((clients) => stage.pace.clients.includes(clients))
    .flatMap((clients) =>
      ([1, 200] as const).map((spaces): Line => ({
        work: `send over HTTP, ${spaces === 1 ? 'one space' : `${spaces} spaces`}, ${clientsName(clients)}, beside a naive service`,
        way: stage.loop(server, sends(meetings[spaces]), clients),
        figure: 'perSecond',
        than: stage.loop(service, sends(meetings[spaces]), clients),
        unit: '× naive service',
        atLeast: naiveGoals[spaces][clients],
      })),
    );
}

/** Reading the newest messages and the space over HTTP. */
export async function read(stage: Stage): Promise<Line[]> {
  const server = await stage.serve();
  const meeting = await openMeeting(server, 5);
  for (let i = 0; i < 2 * newMessages; i += 1) await answer(200, server, 'sendMessage', meeting, { content });
  const { cursor } = await answer(200, server, 'listMessages', meeting, { limit: newMessages });
  const than = stage.loop(await stage.bare({ kind: 'http' }), [requestBytes({ method: 'GET', path: '/', key })], 32);
  const line = { figure: 'cpuMicros', than, unit: '× bare node:http' } as const;
  const list = operationBytes('listMessages', meeting, { timestamp: cursor });
  const look = operationBytes('getSpace', meeting);
  return [
    {
      ...line,
      work: `list ${newMessages} new messages over HTTP, 32 clients`,
      way: stage.loop(server, [list], 32),
      atMost: 3.2,
    },
    { ...line, work: 'get a space over HTTP, 32 clients', way: stage.loop(server, [look], 32), atMost: 2.2 },
  ];
}

/** Writing a whole artifact, each time as a new version of a long history, and reading it. */
export async function artifact(stage: Stage): Promise<Line[]> {
  const server = await stage.serve();
  const than = stage.loop(await stage.bare({ kind: 'fastify' }), [post({ content: text })], artifactClients);
  const owners = await openMeetings(server, artifactClients);
  // The writer holds the locks, as releases without partial edits require.
  const ids = await Promise.all(owners.map((owner) => lockedArtifact(server, owner)));
  const way = (operation: 'writeArtifact' | 'getArtifact', input: object) => {
    const requests = owners.map((owner, i) => operationBytes(operation, owner, { artifactId: ids[i], ...input }));
    return stage.loop(server, requests, artifactClients);
  };
  const [write, read] = [way('writeArtifact', { content: text }), way('getArtifact', {})];
  const line = { figure: 'cpuMicros', than, unit: '× bare Fastify' } as const;
  return [
    { ...line, work: `write an artifact of 10 kB, ${artifactClients} clients`, way: write, atMost: 7 },
    { ...line, work: `read it, ${artifactClients} clients`, way: read, atMost: 3.5 },
  ];
}

async function lockedArtifact(server: { url: string }, owner: Member): Promise<string> {
  const artifactId = await createArtifact(server, owner, text);
  await answer(200, server, 'lockArtifact', owner, { artifactId });
  return artifactId;
}
