import { legacy, legacyTask } from '../../a2a-protocol/legacy.ts';
import type { SentPart, Task, Version } from '../../a2a-protocol/protocol.ts';
import type { A2aCall } from './call.ts';
import { listTasks, type TaskPage } from './list.ts';
import { createConfig, deleteConfig, getConfig, legacyConfig, listConfigs, sendConfigured, type Configuration } from './push.ts';
import { A2aRefusal } from './refusal.ts';
import { parameters, shapes } from './requests.ts';
import { sendStreaming, subscribe, type Streaming } from './streams.ts';
import { cancelTask, getTask } from './tasks.ts';

/** A method answers once, with an object of 1.0 that 0.3 gets as `legacy` makes it, or with a stream. */
export type Method =
  | { run(sent: unknown, call: A2aCall): Promise<unknown>; legacy?(result: never): unknown }
  | { stream(sent: unknown, call: A2aCall): Promise<Streaming> };

/** The methods by their names in 1.0. */
export const methods = {
  SendMessage: {
    run: async (sent, call): Promise<SentPart> => (await sendConfigured(parameters(shapes.send, sent), call)).sent,
    legacy,
  },
  SendStreamingMessage: { stream: async (sent, call) => sendStreaming(parameters(shapes.send, sent), call) },
  GetTask: {
    run: async (sent, call): Promise<Task> => {
      const { id, historyLength } = parameters(shapes.task, sent);
      return getTask(id, call, historyLength ?? 0);
    },
    legacy: legacyTask,
  },
  ListTasks: {
    run: async (sent, call): Promise<TaskPage> => listTasks(parameters(shapes.list, sent), call),
    legacy: ({ tasks, ...page }: TaskPage) => ({ tasks: tasks.map(legacyTask), ...page }),
  },
  CancelTask: {
    run: async (sent, call): Promise<Task> => cancelTask(parameters(shapes.task, sent).id, call),
    legacy: legacyTask,
  },
  SubscribeToTask: {
    stream: async (sent, call) => {
      const request = parameters(shapes.task, sent);
      return subscribe(request.id, request, call);
    },
  },
  CreateTaskPushNotificationConfig: { run: createConfig, legacy: legacyConfig },
  GetTaskPushNotificationConfig: { run: getConfig, legacy: legacyConfig },
  ListTaskPushNotificationConfigs: {
    run: listConfigs,
    legacy: ({ configs }: { configs: Configuration[] }) => configs.map(legacyConfig),
  },
  DeleteTaskPushNotificationConfig: { run: deleteConfig, legacy: () => null },
  GetExtendedAgentCard: {
    run: async () => {
      throw new A2aRefusal('EXTENDED_AGENT_CARD_NOT_CONFIGURED', 'The agent card is the same for everyone');
    },
  },
} satisfies Record<string, Method>;

export type MethodName = keyof typeof methods;

/** The names of the same methods in 0.3, which has no list of tasks; it is served all the same. */
const legacyNames: Record<string, MethodName> = {
  'message/send': 'SendMessage',
  'message/stream': 'SendStreamingMessage',
  'tasks/get': 'GetTask',
  'tasks/list': 'ListTasks',
  'tasks/cancel': 'CancelTask',
  'tasks/resubscribe': 'SubscribeToTask',
  'tasks/pushNotificationConfig/set': 'CreateTaskPushNotificationConfig',
  'tasks/pushNotificationConfig/get': 'GetTaskPushNotificationConfig',
  'tasks/pushNotificationConfig/list': 'ListTaskPushNotificationConfigs',
  'tasks/pushNotificationConfig/delete': 'DeleteTaskPushNotificationConfig',
  'agent/getAuthenticatedExtendedCard': 'GetExtendedAgentCard',
};

/** The method of a JSON-RPC request, and its version: what the client says, otherwise what the name says. */
export function methodNamed(name: string, said: Version | undefined): { name: MethodName; version: Version } {
  const of03 = Object.hasOwn(legacyNames, name) ? legacyNames[name] : undefined;
  const of10 = Object.hasOwn(methods, name) ? (name as MethodName) : undefined;
  const version = said ?? (of10 ? '1.0' : '0.3');
  const found = version === '1.0' ? of10 : of03;
  if (!found) throw new A2aRefusal('METHOD_NOT_FOUND', `A2A ${version} has no method ${JSON.stringify(name.slice(0, 60))}`);
  return { name: found, version };
}

/** The version that a client says in the header `A2A-Version`; patch numbers mean nothing. */
export function versionSaid(said: string | undefined): Version | undefined {
  if (said === undefined || said === '') return undefined;
  const [, version] = /^(1\.0|0\.3)(?:\.\d+)?$/.exec(said.trim()) ?? [];
  if (version) return version as Version;
  throw new A2aRefusal('VERSION_NOT_SUPPORTED', 'The supported versions of A2A are 1.0 and 0.3');
}
