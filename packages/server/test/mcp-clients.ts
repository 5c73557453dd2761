import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import type { KeyHolder } from '@parley/testing';
import { expect, onTestFinished } from 'vitest';

export type Fields = Record<string, unknown>;
interface Result {
  isError?: boolean | undefined;
  structuredContent?: Fields;
  content: { type: string; text: string }[];
  _meta?: Fields;
}

/** A connected client, and its way to call a tool. */
export interface Connected {
  call(name: string, args?: Fields, onProgress?: (seconds: number) => void): Promise<Result>;
  tools(): Promise<{ name: string; description?: string | undefined }[]>;
  onUpdate(told: (uri: string) => void): void;
  subscribe(uri: string): Promise<unknown>;
  unsubscribe(uri: string): Promise<unknown>;
  read(uri: string): Promise<string>;
}

type Connect = (server: string, headers?: Record<string, string>, query?: string) => Promise<Connected>;
const info = { name: 'test', version: '1' };

const modern: Connect = async (server, headers = {}, query = '') => {
  const client = new Client(info, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server}/mcp${query}`), { requestInit: { headers } }));
  onTestFinished(() => client.close());
  expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
  const told: ((uri: string) => void)[] = [];
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => told.forEach((tell) => tell(params.uri)));
  let ends: (() => Promise<unknown>)[] = [];
  return {
    call: async (name, args = {}, onProgress) =>
      (await client.callTool({ name, arguments: args }, patient(onProgress))) as Result,
    tools: async () => (await client.listTools()).tools,
    onUpdate: (tell) => void told.push(tell),
    async subscribe(uri) {
      const subscription = await client.listen({ resourceSubscriptions: [uri] });
      ends.push(() => subscription.close());
    },
    async unsubscribe() {
      await Promise.all(ends.map((end) => end()));
      ends = [];
    },
    read: async (uri) => ((await client.readResource({ uri })).contents[0] as { text: string }).text,
  };
};

const old: Connect = async (server, headers = {}, query = '') => {
  const client = new OldClient(info);
  await client.connect(new OldTransport(new URL(`${server}/mcp${query}`), { requestInit: { headers } }));
  onTestFinished(() => client.close());
  const told: ((uri: string) => void)[] = [];
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => told.forEach((tell) => tell(params.uri)));
  return {
    call: async (name, args = {}, onProgress) =>
      (await client.callTool({ name, arguments: args }, undefined, patient(onProgress))) as Result,
    tools: async () => (await client.listTools()).tools,
    onUpdate: (tell) => void told.push(tell),
    subscribe: (uri) => client.subscribeResource({ uri }),
    unsubscribe: (uri) => client.unsubscribeResource({ uri }),
    read: async (uri) => ((await client.readResource({ uri })).contents[0] as { text: string }).text,
  };
};

export const keyed = ({ key }: KeyHolder) => ({ 'x-private-key': key });

/** The text of a tool that succeeds. */
export async function said({ call }: Connected, name: string, args: Fields = {}): Promise<string> {
  const { isError, content } = await call(name, args);
  if (isError) throw new Error(content[0]?.text);
  return content.map(({ text }) => text).join('\n');
}

/** The structured content of a tool that succeeds. */
export async function ok({ call }: Connected, name: string, args: Fields = {}): Promise<Fields> {
  const { isError, structuredContent, content } = await call(name, args);
  if (isError) throw new Error(content[0]?.text);
  expect(structuredContent, name).toBeDefined();
  return structuredContent!;
}

/** The value of a field in a text. */
export const valueIn = (text: string, field: string): string => new RegExp(`\\b${field}: ([\\w.:-]+)`).exec(text)![1]!;

/** How a host calls a tool that tells it of the progress. */
const patient = (tell: ((seconds: number) => void) | undefined) =>
  tell && { onprogress: ({ progress }: { progress: number }) => tell(progress), resetTimeoutOnProgress: true };

/** The official clients, by version. */
export const mcpClients: [name: string, connect: Connect][] = [
  ['@modelcontextprotocol/client 2.x (2026-07-28)', modern],
  ['@modelcontextprotocol/sdk 1.x (2025-11-25)', old],
];
