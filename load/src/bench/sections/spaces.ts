import { answer, type Member } from '@parley/testing';
import { openMeeting, sends, type Meeting } from '../../clients/meeting.ts';
import { content } from '../../clients/message.ts';
import { operationBytes } from '../../generators/request.ts';
import { statement } from '../../servers/statement.ts';
import { fill } from '../postgres/fill.ts';
import type { Line, Section } from '../section.ts';
import type { Pace, Stage } from '../stage.ts';
import { atLeast, atMost } from '../table.ts';

const few = 10;
const manyOf = ({ quick }: Pace): number => (quick ? 100 : 1_000);

/** The additional cost of a space with many participants, compared with one with few. */
export const crowd: Section = {
  lines: (pace) => {
    const line = (way: string, name: string, goal: number): Line => ({
      work: `${name} with ${manyOf(pace).toLocaleString('en')} participants`,
      ...{ way: `many ${way}`, figure: 'cpuMicros', than: `few ${way}`, unit: `× with ${few}`, goal: atMost(goal) },
    });
    return [line('look', 'get a space', 2), line('send', 'send', 2), line('minimal', 'send, `Prefer: return=minimal`,', 1.5)];
  },
  async ways(stage) {
    const server = await stage.serve();
    const of = async (name: string, size: number) => {
      const meeting = await openMeeting(server, size);
      const senders = [{ members: meeting.members.slice(0, few) }];
      return {
        [`${name} look`]: stage.loop(server, [operationBytes('getSpace', meeting)], 8),
        [`${name} send`]: stage.loop(server, sends(senders), 8),
        [`${name} minimal`]: stage.loop(server, sends(senders, ['Prefer: return=minimal']), 8),
      };
    };
    return { ...(await of('few', few)), ...(await of('many', manyOf(stage.pace))) };
  },
};

const participants = 50;

/** The additional cost of measuring who is present, compared with a server that does not (`PARLEY_LIVE_SECONDS=0`). */
export const reach: Section = {
  times: () => 4,
  lines: () =>
    ['poll', 'send'].map((way) => ({
      work: `${way}, ${participants} participants, with their presence`,
      ...{ way, figure: 'cpuMicros', than: `plain ${way}`, unit: '× without', goal: atMost(1.03) },
    })),
  async ways(stage) {
    const server = await stage.serve();
    const meeting = await openMeeting(server, participants);
    const polls = meeting.members.map((member) => operationBytes('listMessages', member, { after: 1_000_000 }));
    const plain = (requests: readonly Buffer[]) => async () =>
      stage.loop(await stage.serve({ ...stage.place, PARLEY_LIVE_SECONDS: '0' }), requests, 32)();
    return {
      poll: stage.loop(server, polls, 32),
      'plain poll': plain(polls),
      send: stage.loop(server, sends([meeting]), 32),
      'plain send': plain(sends([meeting])),
    };
  },
};

const addressees = 50;
const openDeliveries = 10_000;
/** Of one sender to one addressee: the limit of the server. */
const mostOpen = 100;
/** Enough pairs of a sender and an addressee that none reaches the limit: 12 × 11 in each space. */
const [directedSpaces, directedMembers] = [16, 12];

/** What a delivery costs the sender, and what open deliveries cost everyone else in the space. */
export const directed: Section = {
  times: ({ quick }) => (quick ? 1 : 2),
  lines: () => [
    {
      work: 'send to one participant, 32 clients',
      ...{ way: 'direct', figure: 'cpuMicros', than: 'plain', unit: '× a plain send', goal: atMost(1.3) },
    },
    {
      work: `plain send, ${openDeliveries.toLocaleString('en')} open deliveries, 32 clients`,
      ...{ way: 'busy', figure: 'cpuMicros', than: 'fresh', unit: '× without', goal: atMost(1.1) },
    },
  ],
  async ways(stage) {
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
    return {
      plain: stage.loop(server, sends(plain), 32),
      direct: stage.loop(server, inTurns(direct.map(directs)), 32),
      fresh: stage.loop(server, sends([fresh]), 32),
      busy: stage.loop(server, sends([busy]), 32),
    };
  },
};

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
const messagesOf = ({ quick }: Pace): number => (quick ? 100_000 : 1_000_000);

/** Whether a space with many past messages is as fast as one with few. */
export const long: Section = {
  hasWarmUp: true,
  lines: (pace) => {
    const names = { poll: 'poll of the newest', join: 'join', send: 'send' };
    return Object.entries(names).map(([way, name]) => ({
      work: `${name}, space with ${messagesOf(pace).toLocaleString('en')} messages`,
      ...{ way: `long ${way}`, figure: 'perSecond', than: `short ${way}`, unit: '× empty space', goal: atLeast(0.8) },
    }));
  },
  async ways(stage) {
    const server = await stage.serve();
    const of = async (name: string, count: number) => {
      const owner = await openMeeting(server);
      const start = await past(stage, owner, count);
      const timestamp = new Date(start + count - newest).toISOString();
      const loop = (request: Buffer, until: { ms: number; count?: number } = { ms: stage.pace.ms }) => {
        const load = { port: server.port, control: server.control, requests: [request], clients: 8, ...until };
        return async () => () => stage.generator.ask(load);
      };
      // A space can have only a thousand participants.
      const joins = { ms: 60_000, count: 100 };
      return {
        [`${name} poll`]: loop(operationBytes('listMessages', owner, { timestamp })),
        [`${name} join`]: loop(operationBytes('joinSpace', owner.invitation, { name: 'Newcomer' }), joins),
        [`${name} send`]: loop(operationBytes('sendMessage', owner, { content, type: 'text' })),
      };
    };
    return { ...(await of('long', messagesOf(stage.pace))), ...(await of('short', newest)) };
  },
};

/** Gives a space its past; returns the instant before its first message. */
async function past({ postgres }: Stage, { spaceId }: Member, count: number): Promise<number> {
  const start = Date.now() - count - 1_000;
  await fill(postgres.url, { spaceId, from: 1, to: count, start });
  await statement(postgres.url, 'analyze events');
  return start;
}

/** At so many rows without statistics PostgreSQL chose to sort the whole space. */
const young = 400;
const messages = 100_000;

/** Reading a space from its beginning, with plans that were made when the tables were small and unknown. */
export const firstPage: Section = {
  lines: () => [
    {
      work: 'first page of a space of 100,000 messages, tables without statistics',
      ...{ way: 'page', figure: 'p50Ms', goal: atMost(1), note: '20 messages over HTTP, 1 client' },
    },
  ],
  ways: async (stage) => ({
    page: async () => {
      const url = await stage.postgres.create();
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
      return page;
    },
  }),
};
