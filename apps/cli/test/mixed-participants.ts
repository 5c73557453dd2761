import { Parley, readEnvelope } from '@parley/sdk';
import { answer, join, openStream, textInField, type KeyHolder, type StreamEvent } from '@parley/testing';
import { readFile } from 'node:fs/promises';
import { join as pathOf } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { clients as a2aClients } from '../../../packages/server/test/a2a-clients.ts';
import { keyed, mcpClients, ok } from '../../../packages/server/test/mcp-clients.ts';
import { machines, type Machine } from './machine.ts';
import { McpHost } from './mcp-host.ts';

/** A message as a surface shows it, without its envelope. */
type Read = [id: string, content: string];

/** Somebody who takes part over one surface, and no other. */
interface Participant {
  id: string;
  say(text: string): Promise<unknown>;
  /** Waits for a message to it and replies. Returns what it was asked. */
  reply(text: string): Promise<string>;
  /** All messages, from the first to the one with this text. */
  log(last: string): Promise<Read[]>;
}

/** Where to join. */
export interface Entrance {
  url: string;
  invitation: KeyHolder;
  link: string;
}

type Surface = (entrance: Entrance, name: string) => Promise<Participant>;

interface Shown {
  id: string;
  content: string;
  sequence: number;
}

const contentOf = (envelope: string): string => readEnvelope(envelope).content;
const upTo = (last: string, read: Read[]): Read[] => read.slice(0, read.findIndex(([, content]) => content === last) + 1);

const rest: Surface = async (server, name) => {
  const member = await join(server, server.invitation, name);
  return {
    id: member.id,
    say: (content) => answer(200, server, 'sendMessage', member, { content }),
    async reply(content) {
      for (;;) {
        await answer(200, server, 'listDeliveries', member, { state: 'queued', wait: 20 });
        const { delivery, message } = await answer(200, server, 'claimDelivery', member);
        if (!delivery) continue;
        await answer(200, server, 'sendMessage', member, { content, replyTo: message.id });
        return message.content;
      }
    },
    async log(last) {
      const read: Read[] = [];
      const hear = ({ event, data }: StreamEvent) => void (event === 'message' && read.push([data.id, data.content]));
      const stream = await openStream(server, member, { lastEventId: 0 }, hear);
      await vi.waitUntil(() => read.at(-1)?.[1] === last, { timeout: 60_000 });
      stream.leave();
      return read;
    },
  };
};

const sdk: Surface = async ({ url, link }, name) => {
  const space = await new Parley({ baseUrl: url }).join(link, { name });
  return {
    id: space.participantId!,
    say: (text) => space.send(text),
    async reply(text) {
      let asked = '';
      const enough = new AbortController();
      await space.work(
        async (delivery) => {
          asked = delivery.message.content;
          await delivery.reply(text);
          enough.abort();
        },
        { signal: enough.signal },
      );
      return asked;
    },
    async log(last) {
      const read: Read[] = [];
      for await (const { type, data } of space.events({ after: 0 })) {
        if (type !== 'message') continue;
        read.push([data.id, data.content]);
        if (data.content === last) break;
      }
      return read;
    },
  };
};

/** The command line, with two ways to reply. */
const cli =
  (reply: (machine: Machine, text: string) => Promise<string>): Surface =>
  async ({ url, link }, name) => {
    const [machine] = await machines(url, name.toLowerCase());
    const { participantId } = await machine.answers<{ participantId: string }>('join', link, '--name', name);
    return {
      id: participantId,
      say: (text) => machine.does('send', text),
      reply: (text) => reply(machine, text),
      async log(last) {
        const lines = (await machine.does('messages', '--json')).split('\n');
        const shown = lines.map((line) => JSON.parse(line) as Shown);
        return upTo(
          last,
          shown.map(({ id, content }) => [id, content]),
        );
      },
    };
  };

const inbox = cli(async (machine, text) => {
  interface Claimed {
    delivery: { deliveryId: string };
    message: Shown;
  }
  const { delivery, message } = await machine.answers<Claimed>('inbox', 'claim', '--wait', '1m');
  await machine.does('inbox', 'reply', delivery.deliveryId, text);
  return message.content;
});

const listen = cli(async (machine, text) => {
  await machine.does('listen', '--once', '--exec', `cat > seen; echo '${text}'`);
  return contentOf(await readFile(pathOf(machine.folder, 'seen'), 'utf8'));
});

type Call = (tool: string, args?: Record<string, unknown>) => Promise<Record<string, unknown>>;

/** A model that calls tools, over any transport. */
const model = (id: string, call: Call): Participant => ({
  id,
  say: (content) => call('send_message', { content }),
  async reply(content) {
    let after: unknown;
    for (;;) {
      const { deliveries, sequence } = await call('wait_for_events', { after });
      after = sequence;
      if ((deliveries as unknown[]).length === 0) continue;
      const { message } = (await call('claim_delivery')) as { message: Shown };
      await call('send_message', { content, replyTo: message.id });
      return textInField(message.content);
    }
  },
  async log(last) {
    const read: Read[] = [];
    for (let after: number | undefined = 0; after !== undefined;) {
      const { messages } = (await call('list_messages', { after, limit: 20 })) as { messages: Shown[] };
      read.push(...messages.map(({ id, content }): Read => [id, textInField(content)]));
      after = messages.at(-1)?.sequence;
    }
    return upTo(last, read);
  },
});

const mcp =
  (connect: (typeof mcpClients)[number][1]): Surface =>
  async ({ url, invitation: { spaceId, key } }, name) => {
    const joined = await ok(await connect(url), 'join_space', { spaceId, privateKey: key, name });
    const client = await connect(url, keyed({ spaceId, key: String(joined['participantPrivateKey']) }));
    return model(String(joined['participantId']), (tool, args) => ok(client, tool, { spaceId, ...args }));
  };

const stdio =
  (revision: '2025' | '2026'): Surface =>
  async ({ url, link }, name) => {
    const [machine] = await machines(url, name.toLowerCase());
    const host = await McpHost.start(machine, revision);
    const { space, participantId } = await host.call('join_space', { link, name });
    return model(String(participantId), (tool, args) => host.call(tool, { space, ...args }));
  };

const a2a =
  (connect: (typeof a2aClients)[number][1]): Surface =>
  async ({ url, invitation: { spaceId, key: invitation } }, name) => {
    const client = await connect(url);
    const { task } = await client.call('joinSpace', { name }, { key: invitation, contextId: spaceId });
    const { participantId, participantPrivateKey } = task!.data['joinSpace'] as Record<string, string>;
    const [taskId, key] = [task!.id, participantPrivateKey!];
    const leaving = new AbortController();
    onTestFinished(() => leaving.abort());
    return {
      id: participantId!,
      say: (text) => client.say(text, { key, taskId }),
      async reply(text) {
        const required = async () => {
          const { state, texts } = await client.get(taskId, key);
          return state === 'input-required' && readEnvelope(texts[0]!);
        };
        const { labels, content } = await vi.waitUntil(required, { timeout: 60_000, interval: 100 });
        await client.say(text, { key, taskId, metadata: { replyTo: labels.messageId } });
        return content;
      },
      async log(last) {
        const read: Read[] = [];
        for await (const { event, role, about, texts } of client.follow(taskId, key, 0, leaving.signal)) {
          if (event !== 'message') continue;
          const content = role === 'user' ? texts![0]! : contentOf(texts![0]!);
          read.push([String(about!['id']), content]);
          if (content === last) break;
        }
        return read;
      },
    };
  };

/** Every surface, and for those that others wrote clients for, each of their clients. */
export const surfaces: [name: string, Surface][] = [
  ['REST', rest],
  ['SDK', sdk],
  ['CLI', inbox],
  ['Listen', listen],
  ...mcpClients.map(([name, connect]): [string, Surface] => [name, mcp(connect)]),
  ['Stdio 2025', stdio('2025')],
  ['Stdio 2026', stdio('2026')],
  ...a2aClients.map(([name, connect]): [string, Surface] => [name, a2a(connect)]),
];
