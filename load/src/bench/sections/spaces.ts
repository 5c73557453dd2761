import { openMeeting, openMeetings, sends, type Meeting } from '../../clients/meeting.ts';
import { content } from '../../clients/message.ts';
import { operationBytes } from '../../generators/requests.ts';
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

/** Enough pairs of a sender and an addressee that none reaches the limit: 12 × 11 in each space. */
const [directedSpaces, directedMembers] = [16, 12];

/** What a delivery costs the sender. */
export async function directed(stage: Stage): Promise<Line[]> {
  const server = await stage.serve();
  const [plain, direct] = [
    await openMeetings(server, directedSpaces, directedMembers),
    await openMeetings(server, directedSpaces, directedMembers),
  ];
  return [
    {
      work: 'send to one participant, 32 clients',
      ...{ way: stage.loop(server, inTurns(direct.map(directs)), 32), figure: 'cpuMicros' },
      ...{ than: stage.loop(server, sends(plain), 32), unit: '× a plain send', atMost: 1.3 },
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
