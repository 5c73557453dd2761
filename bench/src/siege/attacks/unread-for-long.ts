import { requestBytes } from '../../load/request.ts';
import type { Attack } from '../attack.ts';
import { fillWithArtifacts, fillWithMessages, openSpace, streamOf, subscriptionTo } from './own-space.ts';

export const unreadForLong: Attack = {
  name: 'unread-for-long',
  does: 'Streams, subscriptions, pages and lists of artifacts, ten of each, are never read, and 20 requests never end their headers: after 30 seconds none of them may be held any longer.',
  seconds: 38,
  mustBeCut: true,
  async run(attacker) {
    const space = await openSpace(attacker);
    await Promise.all([fillWithArtifacts(attacker, space, 12), fillWithMessages(attacker, space, 12)]);
    const { path, ownerKey: key } = space;
    const pages = requestBytes({ method: 'GET', path: `${path}/messages`, key });
    const artifacts = requestBytes({ method: 'GET', path: `${path}/artifact`, key });
    for (const bytes of [streamOf(space), subscriptionTo(space), pages, artifacts]) {
      await attacker.flood(10, 10, () => attacker.unread(attacker.address(), bytes));
    }
    await attacker.flood(20, 20, () => attacker.unread(attacker.address(), 'GET /api/health HTTP/1.1\r\nHost: x\r\n'));
    await attacker.hold();
  },
};
