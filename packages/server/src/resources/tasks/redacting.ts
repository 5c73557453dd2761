import { task as rules, type Redaction, type SpaceState, type Task } from '@parley/core';
import type { Environment } from '../../engine/environment.ts';
import type { WrittenTexts } from '../../engine/resource.ts';
import type { EventRow } from '../../engine/store/events.ts';
import { nothingErased, redacted, unmoved } from '../redacting.ts';
import type { StoredTask } from './queries.ts';

/** What was read of a task whose texts are to be erased, and of what repeats them. */
interface RedactableTask {
  found: StoredTask | undefined;
  repeated: readonly EventRow[];
}

/** @param assertAllowed - Called before the log is read, which can be long. */
export async function textsOf(
  { spaceId, taskId }: { spaceId: string; taskId: string },
  { tasks, events }: Environment,
  assertAllowed: (task: Task) => void = () => {},
): Promise<RedactableTask> {
  const found = await tasks.find(spaceId, taskId);
  if (!found || found.task.redacted) return { found, repeated: [] };
  assertAllowed(found.task);
  return { found, repeated: await events.repeating(spaceId, taskId, found.task.sequence!) };
}

/** The task as it is now. Throws `Outdated` if more can repeat its texts than was found. */
export const current = ({ tasks }: SpaceState, taskId: string, { found }: RedactableTask): Task | undefined =>
  unmoved({ present: tasks.get(taskId), stored: found?.task, stepOf: rules.stepOf });

/** Erases the texts that were found. */
export function erased(before: Task, { found, repeated }: RedactableTask, redaction: Redaction) {
  const { taskId } = before;
  const task = rules.redact(before, redaction);
  const freed = Buffer.byteLength(found?.text ?? '');
  return {
    changes: {
      ...(task.end ? { forgotten: { tasks: [task] } } : { tasks: [task] }),
      ...(freed > 0 && { taskTexts: [{ taskId, text: '', bytes: 0 }] }),
    },
    ...redacted(repeated, { taskId }, redaction),
    freed,
    outcome: task,
  };
}

export const writtenTasks: WrittenTexts = {
  find: (place, { tasks }) => tasks.written(place),
  async erasing({ spaceId, id: taskId }, env) {
    const texts = await textsOf({ spaceId, taskId }, env);
    return (state, redaction) => {
      const before = current(state, taskId, texts);
      return !before || before.redacted ? nothingErased : erased(before, texts, redaction);
    };
  },
};
