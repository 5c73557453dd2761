import { allMessages, createArtifact, type Member } from '@parley/testing';
import type { Client } from '../clients/client.ts';
import { openGroup, type Group } from '../clients/group.ts';
import { openMeetings, type Meeting } from '../clients/meeting.ts';
import { streamOf } from '../generators/requests.ts';
import { say } from '../clients/work.ts';
import { paced } from '../generators/connection.ts';
import { now, openFilesLimit, startListeners, type Reads } from '../generators/listener.ts';
import { answerFaults } from '../history/answers.ts';
import { messageFaults, told } from '../history/check.ts';
import type { Sent } from '../history/history.ts';
import { judged } from '../measure/memory.ts';
import { rssMbOf, sample, socketsOf } from '../measure/process.ts';
import { until } from '../process/concurrency.ts';
import type { Scenario } from './ground.ts';

/** Spaces that are alike. */
interface Crowd {
  spaces: number;
  /** Participants of each. */
  size: number;
  /** Streams of each, of its participants in turns; those that read nothing are opened anew each minute. */
  streams: number;
  reads: Reads;
  /** Participants of each who wait in polls, after the three who can follow. */
  waiting?: number;
  /** How often somebody acts in one of them. */
  perSecond?: number;
  act?(group: Group, space: Space): Promise<unknown>;
}

interface Space extends Meeting {
  crowd: Crowd;
  /** What its streams are told when. */
  sent: Sent[];
  artifactId: string;
}

interface Endurance extends Pick<Scenario, 'name' | 'does' | 'missing'> {
  crowds: readonly Crowd[];
}

const catchUpMs = 30_000;
const reopenMs = 60_000;
const waitSeconds = 25;
const following = 3;
const [wanted, deaf, streamsPerSpace, messagesPerSecond] = [10_000, 200, 100, 24];
/** Other files of the two processes. */
const otherFiles = 500;
const followed = { size: 1, streams: streamsPerSpace, reads: 'events' } as const;
const half = wanted / 2 / streamsPerSpace;
const [loudBytes, loudPerSecond] = [60_000, 2];
const [spaces, size, waiting, actionsPerSecond] = [1_000, 10, 2, 60];

const words = (): string => `at ${now()} somebody says a few words to everybody in the space`;

const scenarios: readonly Endurance[] = [
  {
    name: 'streams',
    does: `${wanted.toLocaleString('en')} streams follow on one process: half of them are idle, ${deaf} read nothing, and the others get ${messagesPerSecond} messages a second, each to ${streamsPerSpace} streams.`,
    missing: () => (openFilesLimit() < wanted + otherFiles ? 'too few files can be open (ulimit -n)' : undefined),
    crowds: [
      { ...followed, spaces: half },
      {
        ...followed,
        spaces: half - deaf / streamsPerSpace,
        perSecond: messagesPerSecond,
        act: (group, { members, sent }) => say(group.client(members[0]!), words(), { sent }),
      },
      {
        ...{ spaces: 1, size: 1, streams: deaf, reads: 'nothing' },
        perSecond: loudPerSecond,
        act: (group, { members }) => say(group.client(members[0]!), 'x'.repeat(loudBytes), { sent: [] }),
      },
    ],
  },
  {
    name: 'spaces',
    does: `${spaces.toLocaleString('en')} spaces with ${size} participants each live on one process: ${following} follow by stream, ${waiting} wait in polls, and ${actionsPerSecond} times a second somebody talks, reads, edits an artifact, or asks another one for something.`,
    crowds: [{ spaces, size, streams: following, reads: 'events', waiting, perSecond: actionsPerSecond, act: live }],
  },
];

/** What lasts: people work for some minutes, and nothing is lost, comes twice, or grows. */
export const endurance: readonly Scenario[] = scenarios.map(({ crowds, ...named }) => ({
  ...named,
  async run(ground, { minutes }) {
    const server = await ground.serve(await ground.database());
    const listeners = await ground.add(startListeners());
    const group = openGroup({ servers: [server] });
    const wrong: string[] = [];
    const all: Space[] = [];
    for (const crowd of crowds) {
      for (const meeting of await openMeetings(server, crowd.spaces, crowd.size))
        all.push({ ...meeting, crowd, sent: [], artifactId: await createArtifact(server, meeting) });
    }
    const listen = (reads: Reads) => {
      const requests = all
        .filter(({ crowd }) => crowd.reads === reads)
        .flatMap(({ members, crowd: { streams } }) =>
          Array.from({ length: streams }, (_, i) => streamOf(members[i % Math.min(following, members.length)]!)),
        );
      return listeners.ask({ do: 'listen', group: reads, port: server.port, requests, reads });
    };
    await listen('events');
    await listen('nothing');
    const reopen = setInterval(async () => {
      await listeners.ask({ do: 'leave', group: 'nothing' });
      await listen('nothing');
    }, reopenMs);
    const waiters = all.flatMap(({ members, crowd }) => members.slice(following, following + (crowd.waiting ?? 0)));
    group.works(...waiters.map((member) => wait(group.client(member), wrong)));

    const start = performance.now();
    const memory = sample(1_000, () => [(performance.now() - start) / 60_000, rssMbOf(server.pid)] as const);
    const acts: Promise<unknown>[] = [];
    const acting = crowds.map(async (each) => {
      const { perSecond = 0, act } = each;
      const some = all.filter(({ crowd }) => crowd === each);
      const send = () => void acts.push(act!(group, some[Math.floor(Math.random() * some.length)]!));
      if (perSecond > 0) await paced(perSecond, minutes * 60_000, send);
    });
    await Promise.all(acting);
    await Promise.all(acts);
    clearInterval(reopen);

    const heard = () => listeners.ask({ do: 'hear', group: 'events' });
    const read = all.filter(({ crowd }) => crowd.reads === 'events');
    const expected = { streams: 0, messages: 0 };
    for (const { crowd, sent } of read) {
      expected.streams += crowd.streams;
      expected.messages += crowd.streams * sent.filter(({ messageId }) => messageId !== undefined).length;
    }
    await until(async () => (await heard()).messages >= expected.messages, catchUpMs, 200);
    const { open, ends, messages, repeated, p50Ms, p99Ms, worstMs } = await heard();
    memory.stop();
    const used = judged(memory.samples);
    const sockets = socketsOf(server.pid);
    await group.rest();
    group.leave();
    for (const { sent, ...space } of read) wrong.push(...messageFaults(sent, await allMessages(server, space)));
    const { attempts } = group.history;
    return {
      faults: [
        ...(open < expected.streams ? [`${expected.streams - open} streams ended: ${ends.join(', ')}`] : []),
        ...(repeated > 0 ? [`${repeated} events came twice`] : []),
        ...(messages === expected.messages ? [] : [`${messages} messages arrived instead of ${expected.messages}`]),
        // Somebody else has the lock, or has got it.
        ...answerFaults(attempts, { statuses: [423] }),
        ...told(wrong),
        ...used.faults,
      ],
      cells: [
        [
          `${minutes} min, ${attempts.length} requests, ${sockets} sockets at the end`,
          `${messages} messages delivered to ${expected.streams} streams`,
          `delivery p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms, worst ${worstMs.toFixed(0)} ms`,
          used.figures,
        ].join(', '),
      ],
    };
  },
}));

/** Waits for messages again and again, as an agent without streams does. */
async function wait(client: Client<Member>, wrong: string[]): Promise<void> {
  for (let after = 0; !client.over.aborted;) {
    const { body } = await client.ask('listMessages', { after, wait: waitSeconds });
    for (const { sequence } of body?.messages ?? []) {
      if (sequence <= after) wrong.push('a poll told a message twice');
      after = sequence;
    }
  }
}

/** Somebody does something: mostly talks, sometimes reads, edits, or asks another one for something. */
async function live(group: Group, { members, sent, artifactId }: Space): Promise<void> {
  const chance = Math.random();
  const place = Math.floor(Math.random() * (size - 1));
  const [one, other] = [group.client(members[place]!), group.client(members[place + 1]!)];
  if (chance < 0.5) await say(one, words(), { sent });
  else if (chance < 0.8) {
    await one.ask('getSpace');
    await one.ask('listArtifacts');
  } else if (chance < 0.9) {
    if (!(await one.ask('lockArtifact', { artifactId })).body) return;
    await one.ask('writeArtifact', { artifactId, content: `# Plan\n\nAs of ${Date.now()}\n` });
    await one.ask('unlockArtifact', { artifactId });
  } else {
    await say(other, words(), { sent, more: { to: [one.member.id], expects: 'ack' } });
    const claimed = await one.ask('claimDelivery');
    const delivery = claimed.body && 'deliveryId' in (claimed.body.delivery ?? {}) ? claimed.body.delivery : undefined;
    if (!delivery) return;
    await one.ask('settleDelivery', { deliveryId: delivery.deliveryId, leaseId: delivery.leaseId, outcome: 'acknowledged' });
  }
}
