import { a2aStreamOf, mcpStreamOf, operationBytes, streamOf, trpcStreamOf } from '../../generators/requests.ts';
import { largeMessage, promised, type Planned } from '../attacker.ts';

/** An answer that fits into the buffers of the kernel ends its connection. */
const last = (bytes: Buffer): string => bytes.toString().replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');

/** Clients that ask for much and read nothing. */
export const unread: Readonly<Record<string, Planned>> = {
  'unread-artifacts': {
    does: 'One key requests the artifacts of a space with 31 MiB of them 120 times, on connections that are never read.',
    space: { artifacts: 31 },
    holds: true,
    run: ({ flood, unread, space }) => flood(120, 20, () => unread(operationBytes('listArtifacts', space))),
  },
  'unread-pages': {
    does: 'One connection requests the messages of a space with 24 MiB of them 250 times in a row and reads nothing.',
    space: { messages: 24 },
    holds: true,
    run: ({ unread, space }) => unread(Buffer.concat(Array<Buffer>(250).fill(operationBytes('listMessages', space)))),
  },
  'unread-subscriptions': {
    does: 'Five keys follow a space with 40 MiB of messages with 250 tRPC subscriptions and read none of them.',
    seconds: 15,
    space: { messages: 40, participants: 5 },
    holds: true,
    run: ({ flood, unread, member }) => flood(5 * promised.waiting, 20, (i) => unread(trpcStreamOf(member(i)))),
  },
  'unread-replays': {
    does: 'One key opens 200 streams of a space with 24 MiB of messages and reads none, so that none gets past the replay.',
    space: { messages: 24 },
    holds: true,
    run: ({ flood, unread, space }) => flood(200, 20, () => unread(streamOf(space))),
  },
  'unread-live': {
    does: 'One key opens 50 streams and 50 tRPC subscriptions of an empty space, reads none, and sends 100 messages of 1 MiB.',
    holds: true,
    async run({ flood, unread, call, space }) {
      await flood(100, 10, (i) => unread(i < 50 ? streamOf(space) : trpcStreamOf(space)));
      await flood(100, 4, () => call('sendMessage', space, largeMessage));
    },
  },
  'unread-updates': {
    does: 'One participant opens 50 A2A subscriptions and 50 of MCP and reads none, while others send 400 messages of 60 KiB.',
    space: { participants: 3 },
    holds: true,
    async run({ flood, unread, call, members: [reader, ...senders] }) {
      const content = 'x'.repeat(60 * 1024);
      await flood(100, 10, (i) => unread(i < 50 ? mcpStreamOf('2025-11-25', reader!) : a2aStreamOf(reader!)));
      await flood(400, 4, (i) => call('sendMessage', senders[i % senders.length]!, { content }));
    },
  },
  // Longer than a connection may be unused.
  'unread-for-long': {
    does: 'Streams, subscriptions, pages and lists of artifacts, ten of each, are never read, and 20 requests never finish their headers: after 30 seconds the server must have closed all of them.',
    seconds: 42,
    space: { artifacts: 12, messages: 12 },
    holds: true,
    mustBeCut: true,
    async run({ flood, unread, space }) {
      const lists = [operationBytes('listMessages', space), operationBytes('listArtifacts', space)].map(last);
      for (const bytes of [streamOf(space), trpcStreamOf(space), ...lists]) await flood(10, 10, () => unread(bytes));
      await flood(20, 20, () => unread('GET /api/health HTTP/1.1\r\nHost: x\r\n'));
    },
  },
};
