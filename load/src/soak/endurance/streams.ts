import { answer, type Member } from '@parley/testing';
import { openMeeting, openMeetings, streamOf } from '../../clients/meeting.ts';
import { now, openFilesLimit, startListeners, type Reads } from '../../generators/listener.ts';
import { paced } from '../../generators/connection.ts';
import { watchMemory } from '../../measure/memory.ts';
import { socketsOf } from '../../measure/process.ts';
import type { Scenario } from '../scenario.ts';
import { heardBy } from './heard.ts';

const wanted = 10_000;
const deafStreams = 200;
/** Other files of the two processes. */
const otherFiles = 500;
const streamsPerSpace = 100;
const messagesPerSecond = 24;
const [loudBytes, loudPerSecond] = [60_000, 2];
const deafMs = 60_000;

const possible = (): number => Math.min(wanted, openFilesLimit() - otherFiles);

export const streams: Scenario = {
  name: 'streams',
  does: `${wanted.toLocaleString('en')} streams follow on one process: half of them are idle, ${deafStreams} read nothing, and the others get ${messagesPerSecond} messages a second, each to ${streamsPerSpace} streams.`,
  missing: () => (possible() < 1_000 ? 'too few files can be open (ulimit -n)' : undefined),
  async run(ground, { minutes }) {
    const count = possible();
    if (count < wanted) console.error(`streams: ${count} instead of ${wanted}, because no more files can be open (ulimit -n)`);
    const server = await ground.serve(await ground.database());
    const listeners = await ground.add(startListeners());
    const perKind = Math.floor(count / 2);
    const open = (group: string, owners: readonly Member[], total: number, reads: Reads) => {
      const requests = Array.from({ length: total }, (_, i) => streamOf(owners[i % owners.length]!));
      return listeners.ask({ do: 'listen', group, port: server.port, requests, reads });
    };
    const idle = await openMeetings(server, Math.ceil(perKind / streamsPerSpace));
    const busy = await openMeetings(server, Math.floor((perKind - deafStreams) / streamsPerSpace));
    const loud = await openMeeting(server);
    await open('reading', idle, perKind, 'events');
    await open('reading', busy, busy.length * streamsPerSpace, 'events');
    const deafen = async () => {
      await listeners.ask({ do: 'leave', group: 'deaf' });
      await open('deaf', [loud], deafStreams, 'nothing');
    };

    const memory = watchMemory(server.pid);
    const ms = minutes * 60_000;
    const errors: string[] = [];
    const sendEach = async (perSecond: number, senders: readonly Member[], content: () => string): Promise<number> => {
      const sending: Promise<number>[] = [];
      const send = (number: number) =>
        answer(200, server, 'sendMessage', senders[number % senders.length]!, { content: content() }).then(
          () => 1,
          ({ message }: Error) => {
            errors.push(message);
            return 0;
          },
        );
      await paced({ perSecond, ms, send: (number) => sending.push(send(number)) });
      return (await Promise.all(sending)).reduce((sum, each) => sum + each, 0);
    };
    await deafen();
    const again = setInterval(() => void deafen(), deafMs);
    const [stored] = await Promise.all([
      sendEach(messagesPerSecond, busy, () => `at ${now()} and more`),
      sendEach(loudPerSecond, [loud], () => 'x'.repeat(loudBytes)),
    ]);
    clearInterval(again);
    const following = perKind + busy.length * streamsPerSpace;
    const heard = await heardBy(listeners, { group: 'reading', streams: following, messages: stored * streamsPerSpace });
    const used = memory.stop();
    return {
      faults: [
        ...heard.faults,
        ...(errors.length > 0 ? [`${errors.length} messages were not sent: ${errors[0]}`] : []),
        ...used.faults,
      ],
      cells: [`${minutes} min, ${socketsOf(server.pid)} sockets at the end, ${heard.figures}, ${used.figures}`],
    };
  },
};
