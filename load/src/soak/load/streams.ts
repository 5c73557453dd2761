import { paced } from '../../load/paced.ts';
import { get, openMeeting, post, type Meeting } from '../../meeting.ts';
import { socketsOf } from '../../siege/usage.ts';
import { openFilesLimit } from '../../streams/crowd.ts';
import { Ground } from '../faults/ground.ts';
import type { Course, Result, Scenario } from '../scenario.ts';
import { delaysIn, faultsOf, heardBy, startCrowd } from './crowd.ts';
import { watchMemory } from './memory.ts';

const wanted = 10_000;
const deafStreams = 200;
/** Other files of the two processes. */
const otherFiles = 500;
const streamsPerSpace = 100;
const messagesPerSecond = 24;
const [loudBytes, loudPerSecond] = [60_000, 2];
const deafMs = 60_000;

export const streams: Scenario = {
  name: 'streams',
  does: `${wanted.toLocaleString('en')} streams follow on one process: half of them are idle, ${deafStreams} read nothing, and the others get ${messagesPerSecond} messages a second, each to ${streamsPerSpace} streams.`,
  async run(course) {
    const count = Math.min(wanted, openFilesLimit() - otherFiles);
    if (count < 1_000) return [{ name: 'streams', faults: [], figures: '', skipped: 'too few files can be open (ulimit -n)' }];
    if (count < wanted) console.error(`streams: ${count} instead of ${wanted}, because no more files can be open (ulimit -n)`);
    const ground = new Ground();
    try {
      return [await follow(ground, count, course)];
    } finally {
      await ground.stop();
    }
  },
};

async function follow(ground: Ground, count: number, { minutes }: Course): Promise<Result> {
  const server = await ground.serve(await ground.database());
  const port = Number(new URL(server.url).port);
  const crowd = await ground.keep(startCrowd());
  const perKind = Math.floor(count / 2);
  const open = (meetings: readonly Meeting[], total: number) =>
    crowd.ask({ do: 'open', port, requests: Array.from({ length: total }, (_, i) => streamOf(meetings[i % meetings.length]!)) });
  const meetings = async (total: number) => {
    const all: Meeting[] = [];
    for (let i = 0; i < total; i += 1) all.push(await openMeeting(server.url));
    return all;
  };
  const [idle, busy, [loud]] = [
    await meetings(Math.ceil(perKind / streamsPerSpace)),
    await meetings(Math.floor((perKind - deafStreams) / streamsPerSpace)),
    await meetings(1),
  ];
  await open(idle, perKind);
  await open(busy, busy.length * streamsPerSpace);
  const reading = perKind + busy.length * streamsPerSpace;
  const deafen = () => crowd.ask({ do: 'open deaf', port, requests: Array.from({ length: deafStreams }, () => streamOf(loud!)) });

  const memory = watchMemory(server.pid);
  const ms = minutes * 60_000;
  const errors: string[] = [];
  let stored = 0;
  const send = async ({ spaceId, ownerKey }: Meeting, content: string) => {
    await post(`${server.url}/hub/space/${spaceId}/messages`, ownerKey, { content });
  };
  const failed = ({ message }: Error) => void errors.push(message);
  const say = (number: number) =>
    send(busy[number % busy.length]!, `at ${Date.now()} and more`).then(() => (stored += 1), failed);
  const sending: Promise<unknown>[] = [];
  await deafen();
  const again = setInterval(() => void deafen(), deafMs);
  await Promise.all([
    paced({ perSecond: messagesPerSecond, ms, send: (number) => sending.push(say(number)) }),
    paced({ perSecond: loudPerSecond, ms, send: () => sending.push(send(loud!, 'x'.repeat(loudBytes)).catch(failed)) }),
  ]);
  clearInterval(again);
  await Promise.all(sending);
  const messages = stored * streamsPerSpace;
  const heard = await heardBy(crowd, messages);
  const used = memory.stop();
  const sockets = socketsOf(server.pid);
  return {
    name: 'streams',
    faults: [
      ...faultsOf(heard, { streams: reading, messages }),
      ...(errors.length > 0 ? [`${errors.length} messages were not sent: ${errors[0]}`] : []),
      ...used.faults,
    ],
    figures: `${minutes} min, ${reading + deafStreams} streams (${sockets} sockets at the end), ${heard.messages} messages delivered, ${delaysIn(heard)}, ${used.figures}`,
  };
}

const streamOf = (meeting: Meeting): Buffer => get(meeting, '/messages/stream');
