import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Member } from '@parley/testing';
import { startReceiver, type Call } from '../../clients/wakes.ts';
import { until } from '../../process/concurrency.ts';
import type { Attacker, Planned } from '../attacker.ts';

/** How many deliveries the addressee claims at most before it has that of the owner. */
const mostClaims = 10;
const [flooded, sleepers, hanging, silent] = [51, 50, 100, 110];
const verifyingMs = 15_000;

/** Opens receivers on many ports of one address of the attacker, which end with its process; returns their URLs. */
const startReceivers = (
  { prepare, address }: Attacker,
  count: number,
  reply: (call: Call, response: ServerResponse) => void,
): Promise<string[]> => prepare(count, 10, async () => (await startReceiver(address(249), reply)).url);

const idsOf = (members: readonly Member[]): string[] => members.map(({ id }) => id);

/** Messages that are directed at participants, and the wake-ups that they cause. */
export const deliveries: Readonly<Record<string, Planned>> = {
  'many-addressees': {
    does: 'One address sends messages to all 50 other participants of its own space as fast as it can; nobody claims the deliveries.',
    space: { participants: flooded },
    async run({ flood, call, member, members, reached }) {
      const sent = await flood(3_000, 16, (i) => {
        const to = idsOf(members.filter(({ id }) => id !== member(i).id));
        return call('sendMessage', member(i), { content: 'Please answer', to });
      });
      reached(`${sent * (flooded - 1)} deliveries were queued`);
    },
  },
  'flooded-inbox': {
    does: 'One participant directs 600 messages to another: a message that the owner directs to it afterwards must be among its first ten claims.',
    space: { participants: 2 },
    async run({ flood, call, need, space, members: [sender, addressee], reached }) {
      const directed = (content: string) => ({ content, to: [addressee!.id], expects: 'ack' });
      await flood(600, 4, (i) => call('sendMessage', sender!, directed(`Number ${i}`)));
      const { messageId } = await need('sendMessage', space, directed('Important'));
      for (let claims = 1; claims <= mostClaims; claims += 1) {
        const { text } = await call('claimDelivery', addressee!, {}, { from: 1 });
        if (text.includes(messageId)) return reached(`the owner's message was claim ${claims}`);
      }
      reached(`the owner's message was not among the first ${mostClaims} claims`, true);
    },
  },
  'dead-wakes': {
    does: '50 participants set wake addresses on hosts that do not exist, and get 3,000 deliveries.',
    space: { participants: sleepers },
    holds: true,
    async run({ flood, prepare, call, need, space, members, member, reached }) {
      await prepare(sleepers, 25, (i) => need('putWake', member(i), { url: `https://wake-${i}.invalid/` }));
      const sent = await flood(60, 8, () => call('sendMessage', space, { content: 'Wake', to: idsOf(members) }));
      reached(`${sent * sleepers} deliveries were queued`);
    },
  },
  'hanging-wakes': {
    does: '100 participants set wake addresses on 100 ports of one address, which echo the challenge and never answer the 10,000 signals that follow: honest wake-ups must arrive within 2 seconds.',
    seconds: 20,
    space: { participants: hanging },
    mustWake: true,
    async run(attacker) {
      const { flood, prepare, call, hold, space, members, member, reached } = attacker;
      let [verified, hung] = [0, 0];
      const urls = await startReceivers(attacker, hanging, ({ type, challenge }, response) => {
        if (type !== 'wake.verify') return void (hung += 1);
        verified += 1;
        response.end(JSON.stringify({ challenge }));
      });
      await prepare(hanging, 10, (i) => call('putWake', member(i), { url: urls[i] }));
      await prepare(1, 1, () => until(() => verified >= hanging, verifyingMs));
      await flood(200, 4, async (i) => {
        const half = i % 2 ? members.slice(hanging / 2) : members.slice(0, hanging / 2);
        await call('sendMessage', space, { content: 'Wake', to: idsOf(half) });
        await sleep(100);
      });
      await hold();
      reached(`${verified} addresses verified, ${hung} signals never answered`);
      if (verified < hanging) throw new Error(`${verified} of ${hanging} addresses were verified`);
    },
  },
  'silent-verifications': {
    does: '110 participants set wake addresses on 110 ports of one address, which never answer, and set them again: honest verifications and wake-ups must arrive within 2 seconds.',
    seconds: 15,
    space: { participants: silent },
    mustWake: true,
    async run(attacker) {
      const { flood, call, hold, member, reached } = attacker;
      let verifications = 0;
      const urls = await startReceivers(attacker, silent, () => void (verifications += 1));
      await flood(silent * 5, 10, (i) => call('putWake', member(i), { url: urls[i % silent] }));
      await hold();
      reached(`${verifications} verifications never answered`);
      if (verifications === 0) throw new Error('no verification was sent');
    },
  },
};
