import type { Member } from '@parley/testing';
import { streamOf } from '../../clients/meeting.ts';
import { a2a, mcp } from '../../generators/agents.ts';
import { operationBytes } from '../../generators/request.ts';
import { largeMessage } from '../attacker.ts';
import type { Attack } from './attack.ts';
import { waitingPerKey } from './promised.ts';
import { subscription } from './requests.ts';

interface Unread extends Pick<Attack, 'name' | 'does' | 'seconds'> {
  /** What the space contains, in MiB. */
  holds: { messages?: number; artifacts?: number };
  /** The keys, of which each opens as many connections; only the owner's without them. */
  keys?: number;
  connections: number;
  atOnce: number;
  /** What each connection requests and never reads. */
  requests(member: Member): Buffer;
}

const withoutReading = ({ holds, keys, connections, atOnce, requests, ...attack }: Unread): Attack => ({
  ...attack,
  async run(attacker) {
    const space = await attacker.fullSpace(holds);
    const members = keys === undefined ? [space] : await attacker.join(space, keys);
    await attacker.flood(connections, atOnce, (i) => attacker.unread(requests(members[i % members.length]!)));
    await attacker.hold();
  },
});

/** An answer that fits into the buffers of the kernel ends its connection. */
const last = (bytes: Buffer): string => bytes.toString().replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');

/** Clients that ask for much and read nothing. */
export const unread: readonly Attack[] = [
  withoutReading({
    name: 'unread-artifacts',
    does: 'One key requests the artifacts of a space with 31 MiB of them 120 times, on connections that are never read.',
    seconds: 6,
    holds: { artifacts: 31 },
    connections: 120,
    atOnce: 20,
    requests: (member) => operationBytes('listArtifacts', member),
  }),
  withoutReading({
    name: 'unread-pages',
    does: 'One connection requests the messages of a space with 24 MiB of them 250 times in a row and reads nothing.',
    seconds: 7,
    holds: { messages: 24 },
    connections: 1,
    atOnce: 1,
    requests: (member) => Buffer.concat(Array<Buffer>(250).fill(operationBytes('listMessages', member))),
  }),
  withoutReading({
    name: 'unread-subscriptions',
    does: 'Five keys follow a space with 40 MiB of messages with 250 tRPC subscriptions and read none of them.',
    seconds: 15,
    holds: { messages: 40 },
    keys: 5,
    connections: 5 * waitingPerKey,
    atOnce: 20,
    requests: subscription,
  }),
  withoutReading({
    name: 'unread-replays',
    does: 'One key opens 200 streams of a space with 24 MiB of messages and reads none, so that none gets past the replay.',
    seconds: 5,
    holds: { messages: 24 },
    connections: 200,
    atOnce: 20,
    requests: streamOf,
  }),
  {
    name: 'unread-live',
    does: 'One key opens 50 streams and 50 tRPC subscriptions of an empty space, reads none, and sends 100 messages of 1 MiB.',
    seconds: 6,
    async run(attacker) {
      const space = await attacker.openSpace();
      await attacker.flood(100, 10, (i) => attacker.unread(i < 50 ? streamOf(space) : subscription(space)));
      await attacker.flood(100, 4, () => attacker.call('sendMessage', space, largeMessage));
      await attacker.hold();
    },
  },
  {
    name: 'unread-updates',
    does: 'One participant opens 50 A2A subscriptions and 50 of MCP and reads none, while others send 400 messages of 60 KiB.',
    seconds: 6,
    async run(attacker) {
      const [reader, ...senders] = await attacker.join(await attacker.openSpace(), 3);
      const { spaceId, id, key } = reader!;
      const content = 'x'.repeat(60 * 1024);
      const resources = mcp('2025-11-25', key, 'resources/subscribe', { uri: `parley://spaces/${spaceId}/messages` });
      const task = a2a(key, 'SubscribeToTask', { id: `${spaceId}.${id}` });
      await attacker.flood(100, 10, (i) => attacker.unread(i < 50 ? resources : task));
      await attacker.flood(400, 4, (i) => attacker.call('sendMessage', senders[i % senders.length]!, { content }));
      await attacker.hold();
    },
  },
];

/** Longer than a connection may be unused. */
export const unreadForLong: Attack = {
  name: 'unread-for-long',
  does: 'Streams, subscriptions, pages and lists of artifacts, ten of each, are never read, and 20 requests never finish their headers: after 30 seconds the server must have closed all of them.',
  seconds: 42,
  mustBeCut: true,
  async run(attacker) {
    const space = await attacker.fullSpace({ artifacts: 12, messages: 12 });
    const lists = [operationBytes('listMessages', space), operationBytes('listArtifacts', space)].map(last);
    for (const bytes of [streamOf(space), subscription(space), ...lists]) {
      await attacker.flood(10, 10, () => attacker.unread(bytes));
    }
    await attacker.flood(20, 20, () => attacker.unread('GET /api/health HTTP/1.1\r\nHost: x\r\n'));
    await attacker.hold();
  },
};
