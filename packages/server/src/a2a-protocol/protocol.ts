/** The states of a task. 0.3 spells them differently. */
export type TaskState =
  | 'TASK_STATE_WORKING'
  | 'TASK_STATE_COMPLETED'
  | 'TASK_STATE_CANCELED'
  | 'TASK_STATE_INPUT_REQUIRED'
  | 'TASK_STATE_REJECTED'
  | 'TASK_STATE_AUTH_REQUIRED';

const terminal: readonly TaskState[] = ['TASK_STATE_COMPLETED', 'TASK_STATE_CANCELED', 'TASK_STATE_REJECTED'];
export const isTerminal = (state: TaskState): boolean => terminal.includes(state);

type Metadata = Record<string, unknown>;

export type Part = ({ text: string } | { data: object } | { url: string }) & { mediaType?: string };

export interface Message {
  messageId: string;
  contextId?: string;
  taskId?: string;
  role: 'ROLE_USER' | 'ROLE_AGENT';
  parts: Part[];
  metadata?: Metadata;
}

export interface TaskStatus {
  state: TaskState;
  message?: Message;
  timestamp: string;
}

export interface Artifact {
  artifactId: string;
  name: string;
  parts: Part[];
}

export interface Task {
  id: string;
  contextId: string;
  status: TaskStatus;
  artifacts?: Artifact[];
  history?: Message[];
  metadata: Metadata;
}

export interface StatusUpdate {
  taskId: string;
  contextId: string;
  status: TaskStatus;
  metadata: Metadata;
}

/** What a stream sends, and what `SendMessage` answers: objects of A2A 1.0. */
export type SentPart = { task: Task } | { message: Message };
export type Streamed = SentPart | { statusUpdate: StatusUpdate };

export const versions = ['1.0', '0.3'] as const;
export type Version = (typeof versions)[number];

/** A task is the membership of one participant in one space. */
export interface TaskReference {
  spaceId: string;
  participantId: string;
}

/** Names the space too, because a key alone does not say which space it opens. */
export const taskIdOf = ({ spaceId, participantId }: TaskReference): string => `${spaceId}.${participantId}`;
