import { createMockState, type MockStateAdapter } from '@chat-adapter/tests';
import { Parley, type Space } from '@parley/sdk';
import type { SharedServer } from '@parley/testing';
import { Chat, type ChatConfig } from 'chat';
import { inject, onTestFinished, vi } from 'vitest';
import { createParleyAdapter, type ParleyAdapter, type ParleyAdapterConfig } from '../src/index.ts';

const server: SharedServer = inject('server');

export const connect = (): Parley => new Parley({ baseUrl: server.url });

/** A space of Olga. */
export const opened = (privacy: 'public' | 'private' = 'public'): Promise<Space> =>
  connect().createSpace({ name: 'Launch', description: 'What is left to do', ownerName: 'Olga', privacy });

export interface Bot {
  chat: Chat<{ parley: ParleyAdapter }>;
  adapter: ParleyAdapter;
  state: MockStateAdapter;
}

/** A bot that is called Scribe. Before it is initialized, the test says what it does. */
export async function bot(
  owner: Space,
  state: MockStateAdapter = createMockState(),
  more: ParleyAdapterConfig = {},
  config: Pick<ChatConfig, 'concurrency'> = {},
): Promise<Bot> {
  const { agentLink: link } = await owner.invite();
  const adapter = createParleyAdapter({ link, ...more });
  const chat = new Chat({ userName: 'Scribe', adapters: { parley: adapter }, state, logger: 'silent', ...config });
  onTestFinished(() => chat.shutdown());
  return { chat, adapter, state };
}

/** Patient, because the machine may be slow. */
export const eventually = (look: () => unknown): Promise<unknown> => vi.waitUntil(look, { timeout: 60_000, interval: 10 });

/** Until somebody has said it. */
export async function heard(space: Space, content: string) {
  const found = async () => (await space.recent(100)).find((message) => message.content === content);
  await eventually(found);
  return (await found())!;
}

/** What became of what was directed. */
export async function outcomes(owner: Space): Promise<(string | undefined)[]> {
  const { deliveries } = await owner.call('listDeliveries', { role: 'sender', state: 'all' });
  return deliveries.map(({ outcome }) => outcome);
}
