import type { Exported } from '../../engine/exported.ts';
import { allBefore } from '../pages.ts';
import { taskView } from './present.ts';

/** The tasks, newest first, each with its text. */
export async function* exportedTasks({ state, end, now, env, assertAdmitted }: Exported) {
  const { spaceId } = state.space;
  const page = (before: number, limit: number) => env.tasks.page('all', { spaceId, before, limit });
  for await (const { taskId } of allBefore(end + 1, page, ({ sequence }) => sequence!)) {
    await assertAdmitted();
    const found = await env.tasks.find(spaceId, taskId);
    if (found) yield { ...taskView(found.task, now), text: found.text };
  }
}
