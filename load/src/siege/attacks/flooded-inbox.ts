import type { Attack } from '../attack.ts';
import { mintSeats, openSpace } from './own-space.ts';

/** How many deliveries the addressee claims at most before it has that of the owner. */
const mostClaims = 10;

export const floodedInbox: Attack = {
  name: 'flooded-inbox',
  does: 'One participant directs 600 messages to another: a message that the owner directs to it afterwards must be among its first ten claims.',
  seconds: 6,
  async run(attacker) {
    const space = await openSpace(attacker);
    const [troll, addressee] = await mintSeats(attacker, space, 2);
    const from = attacker.address();
    const direct = (key: string, content: string) => ({
      from,
      method: 'POST',
      path: `${space.path}/messages`,
      key,
      body: { content, to: [addressee!.id], expects: 'ack' },
    });
    await attacker.flood(600, 4, (i) => attacker.ask(direct(troll!.key, `Number ${i}`)));
    const { messageId } = await attacker.need(direct(space.ownerKey, 'Important'));
    const claiming = {
      from: attacker.address(1),
      method: 'POST',
      path: `${space.path}/deliveries/claim`,
      key: addressee!.key,
      body: {},
    };
    for (let claims = 1; claims <= mostClaims; claims += 1) {
      const { text } = await attacker.ask(claiming);
      if (!text.includes(messageId!)) continue;
      attacker.gained.note = `the owner's message was claim ${claims}`;
      return;
    }
    attacker.gained.broken.push(`the owner's message was not among the first ${mostClaims} claims`);
  },
};
