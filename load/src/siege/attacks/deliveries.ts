import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attacker } from '../attacker.ts';
import type { Attack } from './attack.ts';

/** How many deliveries the addressee claims at most before it has that of the owner. */
const mostClaims = 10;
const [hanging, perMessage] = [100, 50];
const verifyingMs = 15_000;
const silent = 110;

/** Opens receivers on many ports of one address of the attacker; returns their URLs. They end with its process. */
async function startReceivers(
  attacker: Attacker,
  count: number,
  reply: (type: string, challenge: string, response: ServerResponse) => void,
): Promise<string[]> {
  const host = attacker.address(249);
  const urls: string[] = [];
  await attacker.prepare(count, 10, async () => {
    const server = createServer(async (request, response) => {
      let text = '';
      for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
      const { type, challenge } = JSON.parse(text) as Record<string, string>;
      reply(type!, challenge!, response);
    });
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    urls.push(`http://${host}:${(server.address() as AddressInfo).port}/`);
  });
  return urls;
}

/** Messages that are directed at participants, and the wake-ups that they cause. */
export const deliveries: readonly Attack[] = [
  {
    name: 'many-addressees',
    does: 'One address sends messages to all 50 other participants of its own space as fast as it can; nobody claims the deliveries.',
    seconds: 6,
    async run(attacker) {
      const members = await attacker.join(await attacker.openSpace(), 51);
      let queued = 0;
      await attacker.flood(3_000, 16, async (i) => {
        const sender = members[i % members.length]!;
        const to = members.filter((member) => member !== sender).map(({ id }) => id);
        const { status } = await attacker.call('sendMessage', sender, { content: 'Please answer', to });
        if (status === 200) queued += to.length;
      });
      attacker.reached(`${queued} deliveries were queued`, false);
    },
  },
  {
    name: 'flooded-inbox',
    does: 'One participant directs 600 messages to another: a message that the owner directs to it afterwards must be among its first ten claims.',
    seconds: 6,
    async run(attacker) {
      const owner = await attacker.openSpace();
      const [sender, addressee] = await attacker.join(owner, 2);
      const directed = (content: string) => ({ content, to: [addressee!.id], expects: 'ack' });
      await attacker.flood(600, 4, (i) => attacker.call('sendMessage', sender!, directed(`Number ${i}`)));
      const { messageId } = await attacker.need('sendMessage', owner, directed('Important'));
      for (let claims = 1; claims <= mostClaims; claims += 1) {
        const { text } = await attacker.call('claimDelivery', addressee!, {}, { from: 1 });
        if (text.includes(messageId!)) return attacker.reached(`the owner's message was claim ${claims}`, false);
      }
      attacker.reached(`the owner's message was not among the first ${mostClaims} claims`, true);
    },
  },
  {
    name: 'dead-wakes',
    does: '50 participants set wake addresses on hosts that do not exist, and get 3,000 deliveries.',
    seconds: 6,
    async run(attacker) {
      const owner = await attacker.openSpace();
      const members = await attacker.join(owner, 50);
      await attacker.prepare(members.length, 25, (i) =>
        attacker.need('putWake', members[i]!, { url: `https://wake-${i}.invalid/` }),
      );
      const to = members.map(({ id }) => id);
      let queued = 0;
      await attacker.flood(60, 8, async () => {
        const { status } = await attacker.call('sendMessage', owner, { content: 'Wake', to });
        if (status === 200) queued += to.length;
      });
      await attacker.hold();
      attacker.reached(`${queued} deliveries were queued`, false);
    },
  },
  {
    name: 'hanging-wakes',
    does: '100 participants set wake addresses on 100 ports of one address, which echo the challenge and never answer the 10,000 signals that follow: honest wake-ups must arrive within 2 seconds.',
    seconds: 20,
    mustWake: true,
    async run(attacker) {
      const owner = await attacker.openSpace();
      let [verified, hung] = [0, 0];
      const urls = await startReceivers(attacker, hanging, (type, challenge, response) => {
        if (type !== 'wake.verify') return void (hung += 1);
        verified += 1;
        response.end(JSON.stringify({ challenge }));
      });
      const members = await attacker.join(owner, hanging);
      await attacker.prepare(hanging, 10, (i) => attacker.call('putWake', members[i]!, { url: urls[i] }));
      await attacker.prepare(1, 1, async () => {
        for (const until = performance.now() + verifyingMs; verified < hanging && performance.now() < until;) await sleep(50);
      });
      await attacker.flood(200, 4, async (i) => {
        const half = members.slice(i % 2 ? perMessage : 0, i % 2 ? hanging : perMessage);
        await attacker.call('sendMessage', owner, { content: 'Wake', to: half.map(({ id }) => id) });
        await sleep(100);
      });
      await attacker.hold();
      attacker.reached(`${verified} addresses verified, ${hung} signals never answered`, false);
      if (verified < hanging) attacker.failed(`${verified} of ${hanging} addresses were verified`);
    },
  },
  {
    name: 'silent-verifications',
    does: '110 participants set wake addresses on 110 ports of one address, which never answer, and set them again: honest verifications and wake-ups must arrive within 2 seconds.',
    seconds: 15,
    mustWake: true,
    async run(attacker) {
      let verifications = 0;
      const urls = await startReceivers(attacker, silent, () => void (verifications += 1));
      const members = await attacker.join(await attacker.openSpace(), silent);
      await attacker.flood(silent * 5, 10, (i) => attacker.call('putWake', members[i % silent]!, { url: urls[i % silent] }));
      await attacker.hold();
      attacker.reached(`${verifications} verifications never answered`, false);
      if (verifications === 0) attacker.failed('no verification was sent');
    },
  },
];
