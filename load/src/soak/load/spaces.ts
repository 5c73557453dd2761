import { allMessages } from '@parley/testing';
import { paced } from '../../load/paced.ts';
import { get, openMeeting, post, type Meeting } from '../../meeting.ts';
import { targetOf } from '../../siege/target.ts';
import { Ground } from '../faults/ground.ts';
import { randomFrom } from '../random.ts';
import type { Course, Result, Scenario } from '../scenario.ts';
import { delaysIn, faultsOf, heardBy, startCrowd } from './crowd.ts';
import { watchMemory } from './memory.ts';
import { Life } from './space-life.ts';

const [count, members] = [1_000, 10];
/** In each space, the first ones follow by stream, the next ones wait in polls, and the others only come when they do something. */
const [following, waiting] = [3, 2];
const actionsPerSecond = 60;
const openedAtOnce = 8;

export const spaces: Scenario = {
  name: 'spaces',
  does: `${count.toLocaleString('en')} spaces with ${members} participants each live on one process: ${following} follow by stream, ${waiting} wait in polls, and ${actionsPerSecond} times a second somebody talks, reads, edits an artifact, or asks another one for something.`,
  async run(course) {
    const ground = new Ground();
    try {
      return [await live(ground, course)];
    } finally {
      await ground.stop();
    }
  },
};

async function live(ground: Ground, { minutes, seed }: Course): Promise<Result> {
  const server = await ground.serve(await ground.database());
  const random = randomFrom(seed);
  const meetings = await openAll(server.url);
  const crowd = await ground.keep(startCrowd());
  const requests = meetings.flatMap((meeting) =>
    meeting.keys.slice(0, following).map((ownerKey) => get({ ...meeting, ownerKey }, '/messages/stream')),
  );
  const target = targetOf(server.url);
  await crowd.ask({ do: 'open', port: target.port, requests });
  const memory = watchMemory(server.pid);
  const over = new AbortController();
  const life = new Life(target, random);
  const polls = meetings.flatMap((meeting) =>
    Array.from({ length: waiting }, (_, i) => life.wait(meeting, following + i, over.signal)),
  );
  const acts: Promise<unknown>[] = [];
  const act = () => void acts.push(life.act(meetings[Math.floor(random() * count)]!));
  await paced({ perSecond: actionsPerSecond, ms: minutes * 60_000, send: act });
  await Promise.all(acts);
  const used = memory.stop();
  const messages = following * [...life.stored.values()].reduce((sum, each) => sum + each, 0);
  const heard = await heardBy(crowd, messages);
  over.abort();
  life.end();
  await Promise.all(polls);
  const lost = await lostOf(server.url, meetings, life.stored);
  return {
    name: 'spaces',
    faults: [
      ...faultsOf(heard, { streams: requests.length, messages }),
      ...(life.errors.length > 0 ? [`${life.errors.length} errors: ${life.errors[0]}`] : []),
      ...(lost > 0 ? [`${lost} acknowledged messages are lost, or stored twice`] : []),
      ...used.faults,
    ],
    figures: `${minutes} min, ${life.requests} requests, ${heard.messages} messages delivered to ${requests.length} streams, ${delaysIn(heard)}, ${used.figures}`,
  };
}

async function openAll(url: string): Promise<Meeting[]> {
  const meetings: Meeting[] = [];
  const open = async () => {
    while (meetings.length < count) {
      const place = meetings.push(undefined as unknown as Meeting) - 1;
      const meeting = await openMeeting(url, members);
      await post(`${url}/hub/space/${meeting.spaceId}/artifact`, meeting.ownerKey, {
        name: 'Plan',
        type: 'markdown',
        content: '',
      });
      meetings[place] = meeting;
    }
  };
  await Promise.all(Array.from({ length: openedAtOnce }, open));
  return meetings;
}

async function lostOf(url: string, meetings: readonly Meeting[], stored: ReadonlyMap<string, number>): Promise<number> {
  let lost = 0;
  for (const { spaceId, ownerKey, ownerId } of meetings) {
    const found = await allMessages({ url }, { spaceId, key: ownerKey, id: ownerId });
    lost += Math.abs(found.length - (stored.get(spaceId) ?? 0));
  }
  return lost;
}
