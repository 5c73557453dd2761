import { requestBytes } from '../../load/request.ts';
import type { Attack } from '../attack.ts';
import { fillWithArtifacts, fillWithMessages, openSpace, streamOf, subscriptionTo } from './own-space.ts';

export const unreadForLong: Attack = {
  name: 'unread-for-long',
  does: 'Streams, subscriptions, pages and lists of artifacts, ten of each, are never read, and 20 requests never finish their headers: after 30 seconds the server must have closed all of them.',
  seconds: 42,
  mustBeCut: true,
  async run(attacker) {
    const space = await openSpace(attacker);
    await Promise.all([fillWithArtifacts(attacker, space, 12), fillWithMessages(attacker, space, 12)]);
    const { path, ownerKey: key } = space;
    const [pages, artifacts] = ['messages', 'artifact'].map((what) =>
      last(requestBytes({ method: 'GET', path: `${path}/${what}`, key })),
    );
    for (const bytes of [streamOf(space), subscriptionTo(space), pages!, artifacts!]) {
      await attacker.flood(10, 10, () => attacker.unread(attacker.address(), bytes));
    }
    await attacker.flood(20, 20, () => attacker.unread(attacker.address(), 'GET /api/health HTTP/1.1\r\nHost: x\r\n'));
    await attacker.hold();
  },
};

/** An answer that fits into the buffers of the kernel ends its connection. */
const last = (bytes: Buffer): string => bytes.toString().replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
