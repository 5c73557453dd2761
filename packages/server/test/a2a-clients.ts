import { randomUUID } from 'node:crypto';
import { ClientFactory, JsonRpcTransportFactory, RestTransportFactory, type Client } from '@a2a-js/sdk/client';
import {
  Role,
  TaskState,
  type Message,
  type Part,
  type StreamResponse,
  type Task,
  type TaskPushNotificationConfig,
} from '@a2a-js/sdk';
import { ClientFactory as LegacyFactory, type Client as LegacyClient } from '@a2a-js/sdk-0.3/client';
import type {
  Message as LegacyMessage,
  Part as LegacyPart,
  Task as LegacyTask,
  TaskPushNotificationConfig as LegacyConfig,
  TaskStatusUpdateEvent,
} from '@a2a-js/sdk-0.3';

/** What a client of either version says, in the same words. */
interface Ask {
  key?: string | undefined;
  contextId?: string;
  taskId?: string;
  metadata?: Record<string, unknown>;
}

interface SeenTask {
  id: string;
  contextId: string;
  state: string;
  /** The data of its artifacts, by name. */
  data: Record<string, Record<string, unknown>>;
  texts: string[];
  /** The metadata of the message that requires input. */
  about: Record<string, unknown>;
  /** Its data part, if it asks a question. */
  question: Record<string, unknown> | undefined;
  history: string[];
  sequence: number;
}

export interface Seen {
  task?: SeenTask;
  /** The data of a message that answers without a task. */
  data?: Record<string, unknown>;
  /** An update of a task. */
  state?: string;
  sequence?: number;
  event?: string;
  texts?: string[];
  role?: string;
  /** The data part of an update: an event that is no message. */
  fields?: Record<string, unknown> | undefined;
  about?: Record<string, unknown>;
  /** The data part of a message that asks a question. */
  question?: Record<string, unknown> | undefined;
}

/** A push notification configuration, in the words of 1.0. */
interface SeenConfig {
  id: string;
  taskId: string;
  url: string;
  token: string | undefined;
  scheme: string | undefined;
  credentials: string | undefined;
}

interface PushWish {
  url: string;
  id?: string;
  token?: string;
  scheme?: string;
  credentials?: string;
}

/** A client that we did not write. */
export interface A2aClient {
  call(operation: string, input: object, ask: Ask, idempotencyKey?: string): Promise<Seen>;
  say(text: string, ask: Ask): Promise<Seen>;
  /** Sends a data part that calls no operation. */
  tell(data: object, ask: Ask): Promise<Seen>;
  sayStreaming(text: string, ask: Ask): AsyncGenerator<Seen>;
  get(taskId: string, key: string, historyLength?: number): Promise<SeenTask>;
  cancel(taskId: string, key: string): Promise<SeenTask>;
  setPush(taskId: string, key: string, wish: PushWish): Promise<SeenConfig>;
  getPush(taskId: string, key: string, id: string): Promise<SeenConfig>;
  listPush(taskId: string, key: string): Promise<SeenConfig[]>;
  deletePush(taskId: string, key: string, id: string): Promise<void>;
  /** From now on, or after a sequence. */
  follow(taskId: string, key: string, after?: number, signal?: AbortSignal): AsyncGenerator<Seen>;
}

/** Text parts, and the text of data parts, in the order of the message. */
const dataOf = (value: unknown): Record<string, unknown> => value as Record<string, unknown>;
const headers = (key: string | undefined, more: Record<string, string> = {}) => ({
  serviceParameters: { ...(key !== undefined && { 'X-Private-Key': key }), ...more },
});

const lower = (state: TaskState | undefined): string =>
  TaskState[state ?? 0]!.replace('TASK_STATE_', '').toLowerCase().replace('_', '-');
const textsIn = (parts: Part[] = []) => parts.flatMap(({ content }) => (content?.$case === 'text' ? content.value : []));

const dataIn = (parts: Part[] = []) =>
  parts.flatMap(({ content }) => (content?.$case === 'data' ? [dataOf(content.value)] : []))[0];

const seenTask = ({ id, contextId, status, artifacts, history, metadata }: Task): SeenTask => ({
  id,
  contextId,
  state: lower(status?.state),
  data: Object.fromEntries(
    artifacts.map(({ name, parts }) => [name, dataOf(parts[0]?.content?.$case === 'data' && parts[0].content.value)]),
  ),
  texts: textsIn(status?.message?.parts),
  about: status?.message?.metadata ?? {},
  question: dataIn(status?.message?.parts),
  history: history.flatMap(({ parts }) => textsIn(parts)),
  sequence: Number(metadata?.['sequence']),
});

function seen({ payload }: StreamResponse): Seen {
  if (payload?.$case === 'task') return { task: seenTask(payload.value) };
  if (payload?.$case !== 'statusUpdate') throw new Error(`Unexpected: ${payload?.$case}`);
  const { status, metadata } = payload.value;
  return {
    state: lower(status?.state),
    sequence: metadata?.['sequence'] as number,
    event: metadata?.['event'] as string,
    texts: textsIn(status?.message?.parts),
    role: status?.message?.role === Role.ROLE_USER ? 'user' : 'agent',
    fields: status?.message?.parts.map(({ content }) => (content?.$case === 'data' ? dataOf(content.value) : undefined))[0],
    about: status?.message?.metadata ?? {},
    question: dataIn(status?.message?.parts),
  };
}

const seenConfig = ({ id, taskId, url, token, authentication }: TaskPushNotificationConfig): SeenConfig => ({
  ...{ id, taskId, url },
  token: token || undefined,
  scheme: authentication?.scheme || undefined,
  credentials: authentication?.credentials || undefined,
});

const newest = (client: Client): A2aClient => {
  const request = (content: Part['content'], { contextId = '', taskId = '', metadata }: Ask) => {
    const message: Message = {
      messageId: randomUUID(),
      contextId,
      taskId,
      role: Role.ROLE_USER,
      parts: [{ content, metadata: undefined, filename: '', mediaType: '' }],
      metadata,
      extensions: [],
      referenceTaskIds: [],
    };
    return { tenant: '', message, configuration: undefined, metadata: undefined };
  };
  const answer = async (content: Part['content'], ask: Ask): Promise<Seen> => {
    const result = await client.sendMessage(request(content, ask), headers(ask.key));
    if ('status' in result) return { task: seenTask(result) };
    return { data: dataOf(result.parts[0]?.content?.value) };
  };
  return {
    call: (operation, input, ask, idempotencyKey) =>
      answer({ $case: 'data', value: { operation, input, ...(idempotencyKey && { idempotencyKey }) } }, ask),
    say: (value, ask) => answer({ $case: 'text', value }, ask),
    tell: (value, ask) => answer({ $case: 'data', value }, ask),
    async *sayStreaming(value, ask) {
      const stream = client.sendMessageStream(request({ $case: 'text', value }, ask), headers(ask.key));
      for await (const sent of stream) yield seen(sent);
    },
    get: async (id, key, historyLength) => seenTask(await client.getTask({ tenant: '', id, historyLength }, headers(key))),
    cancel: async (id, key) => seenTask(await client.cancelTask({ tenant: '', id, metadata: undefined }, headers(key))),
    async setPush(taskId, key, { id = '', url, token = '', scheme = '', credentials = '' }) {
      const config = { tenant: '', id, taskId, url, token, authentication: { scheme, credentials } };
      return seenConfig(await client.createTaskPushNotificationConfig(config, headers(key)));
    },
    getPush: async (taskId, key, id) =>
      seenConfig(await client.getTaskPushNotificationConfig({ tenant: '', taskId, id }, headers(key))),
    async listPush(taskId, key) {
      const page = { tenant: '', taskId, pageSize: 10, pageToken: '' };
      return (await client.listTaskPushNotificationConfig(page, headers(key))).configs.map(seenConfig);
    },
    deletePush: (taskId, key, id) => client.deleteTaskPushNotificationConfig({ tenant: '', taskId, id }, headers(key)),
    async *follow(id, key, after, signal) {
      const more: Record<string, string> = after === undefined ? {} : { 'Last-Event-ID': String(after) };
      const options = { ...headers(key, more), ...(signal && { signal }) };
      for await (const sent of client.resubscribeTask({ tenant: '', id }, options)) yield seen(sent);
    },
  };
};

const legacyTexts = (parts: LegacyPart[] = []) => parts.flatMap((part) => (part.kind === 'text' ? part.text : []));

const legacyData = (parts: LegacyPart[] = []) => parts.flatMap((part) => (part.kind === 'data' ? [dataOf(part.data)] : []))[0];

const seenLegacyTask = ({ id, contextId, status, artifacts = [], history = [], metadata }: LegacyTask): SeenTask => ({
  id,
  contextId,
  state: status.state,
  data: Object.fromEntries(artifacts.map(({ name, parts }) => [name, dataOf(parts[0]?.kind === 'data' && parts[0].data)])),
  texts: legacyTexts(status.message?.parts),
  about: status.message?.metadata ?? {},
  question: legacyData(status.message?.parts),
  history: history.flatMap(({ parts }) => legacyTexts(parts)),
  sequence: Number(metadata?.['sequence']),
});

function seenLegacy(sent: { kind: string }): Seen {
  if (sent.kind === 'task') return { task: seenLegacyTask(sent as LegacyTask) };
  if (sent.kind !== 'status-update') throw new Error(`Unexpected: ${sent.kind}`);
  const { status, metadata } = sent as TaskStatusUpdateEvent;
  return {
    state: status.state,
    sequence: metadata?.['sequence'] as number,
    event: metadata?.['event'] as string,
    texts: legacyTexts(status.message?.parts),
    role: status.message?.role ?? '',
    fields: status.message?.parts.map((part) => (part.kind === 'data' ? part.data : undefined))[0],
    about: status.message?.metadata ?? {},
    question: legacyData(status.message?.parts),
  };
}

const seenLegacyConfig = ({ taskId, pushNotificationConfig: config }: LegacyConfig): SeenConfig => ({
  id: config.id!,
  taskId,
  url: config.url,
  token: config.token,
  scheme: config.authentication?.schemes[0],
  credentials: config.authentication?.credentials,
});

const legacy = (client: LegacyClient): A2aClient => {
  const request = (part: LegacyPart, { contextId, taskId, metadata }: Ask) => {
    const message: LegacyMessage = {
      kind: 'message',
      messageId: randomUUID(),
      role: 'user',
      parts: [part],
      ...(contextId !== undefined && { contextId }),
      ...(taskId !== undefined && { taskId }),
      ...(metadata && { metadata }),
    };
    return { message };
  };
  const answer = async (part: LegacyPart, ask: Ask): Promise<Seen> => {
    const result = await client.sendMessage(request(part, ask), headers(ask.key));
    if (result.kind === 'task') return { task: seenLegacyTask(result) };
    return { data: dataOf(result.parts[0]?.kind === 'data' && result.parts[0].data) };
  };
  return {
    call: (operation, input, ask, idempotencyKey) =>
      answer({ kind: 'data', data: { operation, input, ...(idempotencyKey && { idempotencyKey }) } }, ask),
    say: (text, ask) => answer({ kind: 'text', text }, ask),
    tell: (data, ask) => answer({ kind: 'data', data: { ...data } }, ask),
    async *sayStreaming(text, ask) {
      const stream = client.sendMessageStream(request({ kind: 'text', text }, ask), headers(ask.key));
      for await (const sent of stream) yield seenLegacy(sent);
    },
    get: async (id, key, historyLength) =>
      seenLegacyTask(await client.getTask({ id, ...(historyLength !== undefined && { historyLength }) }, headers(key))),
    cancel: async (id, key) => seenLegacyTask(await client.cancelTask({ id }, headers(key))),
    async setPush(taskId, key, { scheme, credentials, ...config }) {
      const authentication = scheme !== undefined && {
        authentication: { schemes: [scheme], ...(credentials && { credentials }) },
      };
      const pushNotificationConfig = { ...config, ...authentication };
      return seenLegacyConfig(await client.setTaskPushNotificationConfig({ taskId, pushNotificationConfig }, headers(key)));
    },
    async getPush(id, key, pushNotificationConfigId) {
      // The type of the client has no id of a configuration, but it is sent.
      const params = { id, pushNotificationConfigId };
      return seenLegacyConfig(await client.getTaskPushNotificationConfig(params, headers(key)));
    },
    listPush: async (id, key) => (await client.listTaskPushNotificationConfig({ id }, headers(key))).map(seenLegacyConfig),
    deletePush: (id, key, pushNotificationConfigId) =>
      client.deleteTaskPushNotificationConfig({ id, pushNotificationConfigId }, headers(key)),
    async *follow(id, key, after, signal) {
      const params = { id, ...(after !== undefined && { metadata: { after } }) };
      for await (const sent of client.resubscribeTask(params, { ...headers(key), ...(signal && { signal }) }))
        yield seenLegacy(sent);
    },
  };
};

/** The card with the interfaces of one binding, reached at `url` instead. */
async function cardFor(
  server: string,
  url: string,
  keep: (each: { protocolBinding: string; protocolVersion: string }) => boolean,
) {
  const text = await (await fetch(`${server}/.well-known/agent-card.json`)).text();
  const card = JSON.parse(text.replaceAll(server, url));
  return { ...card, supportedInterfaces: card.supportedInterfaces.filter(keep) };
}

type Connect = (server: string, url?: string) => Promise<A2aClient>;

/** The official clients, by version and binding. `url` is where they reach the server, if not at its own address. */
export const clients: [name: string, connect: Connect][] = [
  [
    '@a2a-js/sdk 1.3 over JSON-RPC 1.0',
    async (server, url = server) => {
      const factory = new ClientFactory({ transports: [new JsonRpcTransportFactory()] });
      const card = await cardFor(server, url, (each) => each.protocolBinding === 'JSONRPC' && each.protocolVersion === '1.0');
      return newest(await factory.createFromAgentCard(card));
    },
  ],
  [
    '@a2a-js/sdk 1.3 over HTTP+JSON 1.0',
    async (server, url = server) => {
      const factory = new ClientFactory({ transports: [new RestTransportFactory()] });
      const card = await cardFor(server, url, (each) => each.protocolBinding === 'HTTP+JSON');
      return newest(await factory.createFromAgentCard(card));
    },
  ],
  [
    '@a2a-js/sdk 1.3 over JSON-RPC 0.3',
    async (server, url = server) => {
      const factory = new ClientFactory({ transports: [new JsonRpcTransportFactory({ legacyCompat: { enabled: true } })] });
      const card = await cardFor(server, url, (each) => each.protocolVersion === '0.3');
      return newest(await factory.createFromAgentCard(card));
    },
  ],
  [
    '@a2a-js/sdk 0.3.14',
    async (server, url = server) => legacy(await new LegacyFactory().createFromAgentCard(await cardFor(server, url, () => true))),
  ],
];
