import { answer, createArtifact, type Member } from '@parley/testing';
import { openMeeting, openMeetings } from '../../clients/meeting.ts';
import { content } from '../../clients/message.ts';
import { operationBytes, requestBytes } from '../../generators/request.ts';
import { startBare } from '../bare/start.ts';
import { inserter } from '../postgres/inserts.ts';
import type { Line, Section } from '../section.ts';
import { atLeast, atMost, type Goal } from '../table.ts';
import { sending, sendName, wheres } from './sending.ts';

const key = '0'.repeat(64);
const post = (body: object): Buffer => requestBytes({ method: 'POST', path: '/', key, body });
/** By the number of clients. */
const sendGoals: Record<(typeof wheres)[number], Record<number, Goal>> = {
  one: { 32: atMost(3), 8: atMost(4.5) },
  many: { 32: atMost(4), 8: atMost(5.5) },
};
const newMessages = 20;
const artifactClients = 8;
const text = `# Plan\n${'All of us agree on this line.\n'.repeat(10_000 / 30)}`;

/** Sending a message over HTTP: its cost for the server. One client mostly waits, so there the rate counts. */
export const send: Section = {
  lines: (pace) =>
    pace.clients.flatMap((clients) =>
      wheres.map((where): Line => {
        const line = { work: sendName(pace, where, clients), way: `server ${where} ${clients}` };
        return clients === 1
          ? { ...line, figure: 'perSecond', than: `inserts ${where}`, unit: `× ${inserter}`, goal: atLeast(0.45) }
          : { ...line, figure: 'cpuMicros', than: `bare ${clients}`, unit: '× bare Fastify', goal: sendGoals[where][clients]! };
      }),
    ),
  async ways(stage) {
    const bare = await stage.add(startBare('fastify'));
    const { clients } = stage.pace;
    return {
      ...sending(stage, 'server', () => stage.serve()),
      ...Object.fromEntries([
        ...clients.map((count) => [`bare ${count}`, stage.loop(bare, [post({ content, type: 'text' })], count)] as const),
        ...wheres.map((where) => [`inserts ${where}`, stage.inserts(1, where)] as const),
      ]),
    };
  },
};

/** Reading the newest messages and the space over HTTP. */
export const read: Section = {
  lines: () => {
    const line = { figure: 'cpuMicros', than: 'bare', unit: '× bare node:http' } as const;
    return [
      { ...line, work: `list ${newMessages} new messages over HTTP, 32 clients`, way: 'list', goal: atMost(3.5) },
      { ...line, work: 'get a space over HTTP, 32 clients', way: 'look', goal: atMost(2.5) },
    ];
  },
  async ways(stage) {
    const server = await stage.serve();
    const meeting = await openMeeting(server, 5);
    for (let i = 0; i < 2 * newMessages; i += 1) await answer(200, server, 'sendMessage', meeting, { content });
    const { cursor } = await answer(200, server, 'listMessages', meeting, { limit: newMessages });
    const bare = await stage.add(startBare('http'));
    return {
      bare: stage.loop(bare, [requestBytes({ method: 'GET', path: '/', key })], 32),
      list: stage.loop(server, [operationBytes('listMessages', meeting, { timestamp: cursor })], 32),
      look: stage.loop(server, [operationBytes('getSpace', meeting)], 32),
    };
  },
};

/** Writing a whole artifact, each time as a new version of a long history, and reading it. */
export const artifact: Section = {
  lines: () => {
    const line = { figure: 'cpuMicros', than: 'bare', unit: '× bare Fastify' } as const;
    return [
      { ...line, work: `write an artifact of 10 kB, ${artifactClients} clients`, way: 'write', goal: atMost(8) },
      { ...line, work: `read it, ${artifactClients} clients`, way: 'read', goal: atMost(4) },
    ];
  },
  async ways(stage) {
    const server = await stage.serve();
    const bare = await stage.add(startBare('fastify'));
    const owners = await openMeetings(server, artifactClients);
    // The writer holds the locks, as releases without partial edits require.
    const ids = await Promise.all(owners.map((owner) => lockedArtifact(server, owner)));
    const requests = (operation: 'writeArtifact' | 'getArtifact', input: object) =>
      owners.map((owner, i) => operationBytes(operation, owner, { artifactId: ids[i], ...input }));
    return {
      bare: stage.loop(bare, [post({ content: text })], artifactClients),
      write: stage.loop(server, requests('writeArtifact', { content: text }), artifactClients),
      read: stage.loop(server, requests('getArtifact', {}), artifactClients),
    };
  },
};

async function lockedArtifact(server: { url: string }, owner: Member): Promise<string> {
  const artifactId = await createArtifact(server, owner, text);
  await answer(200, server, 'lockArtifact', owner, { artifactId });
  return artifactId;
}
