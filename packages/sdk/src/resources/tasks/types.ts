/** A task without its text, as the service sends it; here a `Task` is an object with methods. */
export type { Task as TaskView } from '../../generated/types.ts';

/**
 * What shows that a task is done: a version of an artifact, a message, or a note of at most 500 characters.
 * @see docs/sdk.md#tasks
 */
export type Evidence =
  | { artifactId: string; version: number; messageId?: never; note?: never }
  | { messageId: string; artifactId?: never; version?: never; note?: never }
  | { note: string; artifactId?: never; version?: never; messageId?: never };
