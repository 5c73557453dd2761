import { allMessages, createArtifact, type Member } from '@parley/testing';
import type { Client } from '../../clients/client.ts';
import { Group } from '../../clients/group.ts';
import { openMeetings, streamOf, type Meeting } from '../../clients/meeting.ts';
import { randomFrom } from '../../clients/random.ts';
import { say } from '../../clients/work.ts';
import { now, startListeners } from '../../generators/listener.ts';
import { paced } from '../../generators/connection.ts';

import { messageFaults, told } from '../../history/check.ts';
import type { Sent } from '../../history/history.ts';
import { watchMemory } from '../../measure/memory.ts';
import type { Scenario } from '../scenario.ts';
import { heardBy } from './heard.ts';

const [count, size] = [1_000, 10];
/** In each space, the first ones follow by stream, the next ones wait in polls, and the others only come when they do something. */
const [following, waiting] = [3, 2];
const actionsPerSecond = 60;
const waitSeconds = 25;

interface Space extends Meeting {
  sent: Sent[];
  artifactId: string;
}

export const spaces: Scenario = {
  name: 'spaces',
  does: `${count.toLocaleString('en')} spaces with ${size} participants each live on one process: ${following} follow by stream, ${waiting} wait in polls, and ${actionsPerSecond} times a second somebody talks, reads, edits an artifact, or asks another one for something.`,
  async run(ground, { minutes, seed }) {
    const server = await ground.serve(await ground.database());
    const random = randomFrom(seed);
    const all: Space[] = [];
    for (const meeting of await openMeetings(server, count, size)) {
      all.push({ ...meeting, sent: [], artifactId: await createArtifact(server, meeting) });
    }
    const listeners = await ground.add(startListeners());
    const requests = all.flatMap(({ members }) => members.slice(0, following).map(streamOf));
    await listeners.ask({ do: 'listen', group: 'spaces', port: server.port, requests, reads: 'events' });
    const memory = watchMemory(server.pid);
    const group = new Group({ servers: [server], random });
    const wrong: string[] = [];
    group.works(
      ...all.flatMap(({ members }) =>
        members.slice(following, following + waiting).map((member) => wait(group.client(member), wrong)),
      ),
    );
    const acts: Promise<unknown>[] = [];
    const send = () => void acts.push(act(group, all[Math.floor(random() * count)]!, random));
    await paced({ perSecond: actionsPerSecond, ms: minutes * 60_000, send });
    await Promise.all(acts);
    const used = memory.stop();
    const stored = all.flatMap(({ sent }) => sent.filter(({ messageId }) => messageId !== undefined));
    const heard = await heardBy(listeners, { group: 'spaces', streams: requests.length, messages: following * stored.length });
    await group.rest();
    await group.leave();
    const { attempts } = group.history;
    // Somebody else has the lock, or has got it.
    const errors = attempts.filter(({ status }) => status !== 200 && status !== 423);
    for (const { sent, ...space } of all) wrong.push(...messageFaults(sent, await allMessages(server, space)));
    const [first] = errors;
    return {
      faults: [
        ...heard.faults,
        ...(first ? [`${errors.length} errors: ${first.operation}, ${first.status} ${first.why}`] : []),
        ...told(wrong),
        ...used.faults,
      ],
      cells: [`${minutes} min, ${attempts.length} requests, ${heard.figures}, ${used.figures}`],
    };
  },
};

/** Waits for messages again and again, as an agent without streams does. */
async function wait(client: Client<Member>, wrong: string[]): Promise<void> {
  for (let after = 0; !client.isOver;) {
    const { body } = await client.ask('listMessages', { after, wait: waitSeconds });
    for (const { sequence } of body?.messages ?? []) {
      if (sequence <= after) wrong.push('a poll told a message twice');
      after = sequence;
    }
  }
}

/** Somebody does something: mostly talks, sometimes reads, edits, or asks another one for something. */
async function act(group: Group, { members, sent, artifactId }: Space, random: () => number): Promise<void> {
  const chance = random();
  const place = Math.floor(random() * (size - 1));
  const [one, other] = [group.client(members[place]!), group.client(members[place + 1]!)];
  const words = `at ${now()} somebody says a few words to everybody in the space`;
  if (chance < 0.5) await say(one, words, { sent });
  else if (chance < 0.8) {
    await one.ask('getSpace');
    await one.ask('listArtifacts');
  } else if (chance < 0.9) {
    if (!(await one.ask('lockArtifact', { artifactId })).body) return;
    await one.ask('writeArtifact', { artifactId, content: `# Plan\n\nAs of ${Date.now()}\n` });
    await one.ask('unlockArtifact', { artifactId });
  } else {
    await say(other, words, { sent, more: { to: [one.member.id], expects: 'ack' } });
    const claimed = await one.ask('claimDelivery');
    const delivery = claimed.body && 'deliveryId' in (claimed.body.delivery ?? {}) ? claimed.body.delivery : undefined;
    if (!delivery) return;
    await one.ask('settleDelivery', { deliveryId: delivery.deliveryId, leaseId: delivery.leaseId, outcome: 'acknowledged' });
  }
}
