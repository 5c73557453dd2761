import type { Artifact, Message, Part, StatusUpdate, Streamed, Task, TaskState, TaskStatus } from './protocol.ts';
import { isTerminal } from './protocol.ts';

/** The objects of A2A 0.3: they name their kind, and spell states and roles in lower case. */
const part = (each: Part): object => {
  const mimeType = each.mediaType && { mimeType: each.mediaType };
  if ('text' in each) return { kind: 'text', text: each.text };
  if ('url' in each) return { kind: 'file', file: { uri: each.url, ...mimeType } };
  return { kind: 'data', data: each.data };
};

const message = ({ role, parts, ...about }: Message): object => ({
  kind: 'message',
  ...about,
  role: role === 'ROLE_USER' ? 'user' : 'agent',
  parts: parts.map(part),
});

const state = (name: TaskState): string => name.replace('TASK_STATE_', '').toLowerCase().replace('_', '-');

const status = ({ state: name, message: said, timestamp }: TaskStatus): object => ({
  state: state(name),
  ...(said && { message: message(said) }),
  timestamp,
});

const artifact = ({ parts, ...about }: Artifact): object => ({ ...about, parts: parts.map(part) });

export const legacyTask = ({ artifacts, history, status: is, ...about }: Task): object => ({
  kind: 'task',
  ...about,
  status: status(is),
  ...(artifacts && { artifacts: artifacts.map(artifact) }),
  ...(history && { history: history.map(message) }),
});

const statusUpdate = ({ status: is, ...about }: StatusUpdate): object => ({
  kind: 'status-update',
  ...about,
  status: status(is),
  final: isTerminal(is.state),
});

export function legacy(sent: Streamed): object {
  if ('task' in sent) return legacyTask(sent.task);
  return 'message' in sent ? message(sent.message) : statusUpdate(sent.statusUpdate);
}
