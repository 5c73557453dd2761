import { ask, type Member, type Server, type Stream } from '@parley/testing';
import { expect } from 'vitest';

/** No process accepts a key of a space that has ended. */
export async function expectOver(servers: readonly Server[], members: readonly Member[]): Promise<void> {
  for (const server of servers) {
    for (const member of members) {
      expect((await ask(server, 'sendMessage', member, { content: 'hello' })).status).toBe(409);
      expect((await ask(server, 'listMessages', member)).status).toBe(401);
      expect((await ask(server, 'getSpace', member)).status).toBe(401);
    }
  }
}

/** Every stream sends space-closed, and then ends. */
export async function expectEnd(streams: readonly Stream[], reason: 'closed' | 'expired'): Promise<void> {
  for (const stream of streams) {
    expect(await stream.ended).toBe('ended');
    expect(stream.events.at(-1)).toMatchObject({ event: 'space-closed', data: { reason } });
  }
}
