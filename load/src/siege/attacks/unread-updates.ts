import { requestBytes } from '../../load/request.ts';
import type { Attack } from '../attack.ts';
import { mcpRequest, mintSeats, openSpace } from './own-space.ts';

const each = 50;
const content = 'x'.repeat(60 * 1024);

export const unreadUpdates: Attack = {
  name: 'unread-updates',
  does: 'One participant opens 50 A2A subscriptions and 50 of MCP and reads none, while others send 400 messages of 60 KiB.',
  seconds: 6,
  async run(attacker) {
    const space = await openSpace(attacker);
    const [reader, ...senders] = await mintSeats(attacker, space, 3);
    const { id, key } = reader!;
    const subscribed = mcpRequest('resources/subscribe', { uri: `parley://spaces/${space.spaceId}/messages` });
    const updated = {
      method: 'POST' as const,
      path: '/a2a',
      headers: ['A2A-Version: 1.0'],
      body: { jsonrpc: '2.0', id: 1, method: 'SubscribeToTask', params: { id: `${space.spaceId}.${id}` } },
    };
    await attacker.flood(2 * each, 10, (i) =>
      attacker.unread(attacker.address(), requestBytes({ ...(i < each ? subscribed : updated), key })),
    );
    await attacker.flood(400, 4, (i) =>
      attacker.ask({
        from: attacker.address(),
        method: 'POST',
        path: `${space.path}/messages`,
        key: senders[i % senders.length]!.key,
        body: { content },
      }),
    );
    await attacker.hold();
  },
};
