import type { z } from 'zod';
import type { Instant } from '../../kernel/instant.ts';
import type { Lease } from '../../kernel/lease.ts';
import type { Redaction } from '../../kernel/redaction.ts';
import type { taskAction, taskEvidence, taskState } from './views.ts';

export type TaskState = z.output<typeof taskState>;

export type TaskAction = z.output<typeof taskAction>;

export type TaskEvidence = z.output<typeof taskEvidence>;

/** Work that one participant at a time claims. Those that have ended are no longer a part of the state. */
export interface Task {
  readonly taskId: string;
  /** Of the event that announced it; assigned when it is stored. */
  readonly sequence?: number | undefined;
  readonly title: string;
  readonly artifactId?: string | undefined;
  /** The participants who are meant. Others can claim it too. */
  readonly for: readonly string[];
  readonly createdBy: string;
  /** The display name at that time. */
  readonly createdByName: string;
  readonly createdAt: Instant;
  /** How many times it was claimed, and submitted. */
  readonly attempt: number;
  readonly revision: number;
  /** Who works on it or has submitted it. */
  readonly worker?: TaskWorker | undefined;
  readonly lease?: Lease | undefined;
  readonly submission?: TaskSubmission | undefined;
  /** Why it was returned last, until it is submitted again. */
  readonly returned?: { readonly by: string; readonly at: Instant; readonly note: string } | undefined;
  /** The message that asks somebody for something, and its deliveries, which end when that is done. */
  readonly asking?: { readonly messageId: string; readonly deliveryIds: readonly string[] } | undefined;
  readonly end?: TaskEnd | undefined;
  /** Its texts were erased. */
  readonly redacted?: Redaction | undefined;
}

export interface TaskWorker {
  readonly participantId: string;
  /** The display name at that time. */
  readonly name: string;
  readonly claimedAt: Instant;
}

export interface TaskSubmission {
  readonly evidence: TaskEvidence;
  readonly at: Instant;
}

export interface TaskEnd {
  readonly state: 'verified' | 'cancelled';
  readonly at: Instant;
  readonly by: string;
}

/** The text of a task. Not a part of the state, because it can be long. */
export interface TaskText {
  readonly taskId: string;
  readonly text: string;
  /** Its size in UTF-8. */
  readonly bytes: number;
}

/** The state of a task, whose lease counts as in force. */
export function taskStateOf({ end, submission, lease }: Pick<Task, 'end' | 'submission' | 'lease'>): TaskState {
  if (end) return end.state;
  if (submission) return 'submitted';
  return lease ? 'claimed' : 'open';
}

declare module '../../kernel/state.ts' {
  interface Entities {
    tasks: Task;
  }
}

declare module '../../kernel/space.ts' {
  interface Space {
    /** How many tasks a participant can work on at a time; one if undefined. */
    readonly tasksPerParticipant?: number | undefined;
  }
}
