import { answer } from '@parley/testing';
import { openMeeting, sends, type Meeting } from '../../clients/meeting.ts';
import { content } from '../../clients/message.ts';
import { operationBytes } from '../../generators/requests.ts';
import { statement } from '../../servers/databases.ts';
import { fill } from '../inserts.ts';
import type { Line } from '../section.ts';
import type { Pace, Stage } from '../stage.ts';

const few = 10;
const manyOf = ({ quick }: Pace): number => (quick ? 100 : 1_000);

/** The additional cost of a space with many participants, compared with one with few. */
export async function crowd(stage: Stage): Promise<Line[]> {
  const [server, many] = [await stage.serve(), manyOf(stage.pace)];
  const of = async (size: number) => {
    const meeting = await openMeeting(server, size);
    const senders = [{ members: meeting.members.slice(0, few) }];
    return [[operationBytes('getSpace', meeting)], sends(senders), sends(senders, ['Prefer: return=minimal'])];
  };
  const [ours, others] = [await of(many), await of(few)];
  const works = [
    { name: 'get a space', atMost: 1.8 },
    { name: 'send', atMost: 2 },
    { name: 'send, `Prefer: return=minimal`,', atMost: 1.5 },
  ];
  return works.map(({ name, atMost }, i) => ({
    work: `${name} with ${many.toLocaleString('en')} participants`,
    ...{ way: stage.loop(server, ours[i]!, 8), figure: 'cpuMicros', than: stage.loop(server, others[i]!, 8) },
    ...{ unit: `× with ${few}`, atMost },
  }));
}

const participants = 50;

/** The additional cost of measuring who is present, compared with a server that does not (`PARLEY_LIVE_SECONDS=0`). */
export async function reach(stage: Stage): Promise<Line[]> {
  const [server, without] = [await stage.serve(), await stage.serve({ PARLEY_LIVE_SECONDS: '0' })];
  const meeting = await openMeeting(server, participants);
  const polls = meeting.members.map((member) => operationBytes('listMessages', member, { after: 1_000_000 }));
  return Object.entries({ poll: polls, send: sends([meeting]) }).map(([name, requests]) => ({
    work: `${name}, ${participants} participants, with their presence`,
    ...{ way: stage.loop(server, requests, 32), figure: 'cpuMicros', than: stage.loop(without, requests, 32) },
    ...{ unit: '× without', atMost: 1.03 },
  }));
}

const addressees = 50;
const openDeliveries = 10_000;
/** Of one sender to one addressee: the limit of the server. */
const mostOpen = 100;
/** Enough pairs of a sender and an addressee that none reaches the limit: 12 × 11 in each space. */
const [directedSpaces, directedMembers] = [16, 12];

/** What a delivery costs the sender, and what open deliveries cost everyone else in the space. */
export async function directed(stage: Stage): Promise<Line[]> {
  const server = await stage.serve();
  const meetings = (count: number, size: number) => Promise.all(Array.from({ length: count }, () => openMeeting(server, size)));
  const [plain, direct] = [await meetings(directedSpaces, directedMembers), await meetings(directedSpaces, directedMembers)];
  const [fresh, busy] = (await meetings(2, addressees + 1)) as [Meeting, Meeting];
  for (let i = 0; i < openDeliveries / addressees; i += 1) {
    const sender = Math.floor(i / mostOpen);
    const to = busy.members.filter((_, other) => other !== sender).map(({ id }) => id);
    await answer(200, server, 'sendMessage', busy.members[sender]!, { content, to });
    await answer(200, server, 'sendMessage', fresh.members[sender]!, { content });
  }
  const way = (requests: readonly Buffer[]) => stage.loop(server, requests, 32);
  return [
    {
      work: 'send to one participant, 32 clients',
      ...{ way: way(inTurns(direct.map(directs))), figure: 'cpuMicros', than: way(sends(plain)) },
      ...{ unit: '× a plain send', atMost: 1.3 },
    },
    {
      work: `plain send, ${openDeliveries.toLocaleString('en')} open deliveries, 32 clients`,
      ...{ way: way(sends([busy])), figure: 'cpuMicros', than: way(sends([fresh])), unit: '× without', atMost: 1.1 },
    },
  ];
}

/** A request of each member to send the usual message to each other one. */
const directs = ({ members }: Meeting): Buffer[] =>
  members.slice(1).flatMap((_, step) =>
    members.map((member, i) => {
      const to = [members[(i + step + 1) % members.length]!.id];
      return operationBytes('sendMessage', member, { content, type: 'text', to });
    }),
  );

const inTurns = (lists: readonly (readonly Buffer[])[]): Buffer[] =>
  lists[0]!.flatMap((_, i) => lists.flatMap((list) => list[i] ?? []));

const newest = 20;

/** Whether a space with many past messages is as fast as one with few. */
export async function long(stage: Stage): Promise<Line[]> {
  const { ms, quick } = stage.pace;
  const [server, many] = [await stage.serve(), quick ? 100_000 : 1_000_000];
  const of = async (count: number) => {
    const owner = await openMeeting(server);
    const start = Date.now() - count - 1_000;
    await fill(stage.url, { spaceId: owner.spaceId, from: 1, to: count, start });
    await statement(stage.url, 'analyze events');
    const timestamp = new Date(start + count - newest).toISOString();
    const way = (request: Buffer, until: { ms: number; count?: number } = { ms }) => {
      const load = { port: server.port, control: server.control, requests: [request], clients: 8, ...until };
      return async () => () => stage.generator.ask(load);
    };
    return {
      'poll of the newest': way(operationBytes('listMessages', owner, { timestamp })),
      // A space can have only a thousand participants.
      join: way(operationBytes('joinSpace', owner.invitation, { name: 'Newcomer' }), { ms: 60_000, count: 100 }),
      send: way(operationBytes('sendMessage', owner, { content, type: 'text' })),
    };
  };
  const [ours, others] = [await of(many), await of(newest)];
  return (['poll of the newest', 'join', 'send'] as const).map((name): Line => ({
    work: `${name}, space with ${many.toLocaleString('en')} messages`,
    ...{ way: ours[name], figure: 'perSecond', than: others[name], unit: '× empty space', atLeast: 0.8 },
  }));
}

/** At so many rows without statistics PostgreSQL chose to sort the whole space. */
const young = 400;
const messages = 100_000;

/** Reading a space from its beginning, with plans that were made when the tables were small and unknown. */
export async function firstPage(stage: Stage): Promise<Line[]> {
  const url = await stage.newDatabase();
  const server = await stage.serve({ DATABASE_URL: url });
  await statement(url, 'alter table events set (autovacuum_enabled = off)');
  const { spaceId, key } = await openMeeting(server);
  const { port, control } = server;
  const start = Date.now() - messages - 1_000;
  const requests = [operationBytes('listMessages', { spaceId, key }, { after: 0, limit: 20 })];
  const page = () => stage.generator.ask({ port, control, requests, clients: 1, ms: stage.pace.ms });
  await fill(url, { spaceId, start, from: 1, to: young });
  await page();
  await fill(url, { spaceId, start, from: young + 1, to: messages });
  return [
    {
      work: 'first page of a space of 100,000 messages, tables without statistics',
      ...{ way: async () => page, figure: 'p50Ms', atMost: 1, note: '20 messages over HTTP, 1 client' },
    },
  ];
}
