import { task, type OutputOf } from '@parley/core';
import { serverResource } from '../../engine/resource.ts';
import { tasksFor } from './caught.ts';
import { exportedTasks } from './export.ts';
import * as operations from './operations.ts';
import { tasks as tasksTable } from './table.ts';
import { taskTexts } from './texts-table.ts';
import { taskStore } from './queries.ts';
import { writtenTasks } from './redacting.ts';
import { searchedTasks } from './search.ts';
import { views } from './present.ts';

export const tasks = serverResource({
  operations,
  tables: { tasks: tasksTable, taskTexts },
  queries: ({ reads, querying }) => ({ tasks: taskStore(reads, querying) }),
  views,
  texts: {
    taskId: {
      redactionOf: async (spaceId, id, { tasks }) => (await tasks.find(spaceId, id))?.task.redacted,
      without: (view: OutputOf<'getTask'>, redacted) => ({ ...task.withoutTexts(view), redacted }),
      written: [writtenTasks],
    },
  },
  todo: { tasks: tasksFor },
  exports: { task: { lines: exportedTasks } },
  searches: { tasks: searchedTasks },
  upkeep: ({ tasks }: { tasks: ReturnType<typeof taskStore> }) => ({
    due: [{ name: 'tasks', everyMs: 1_000, find: tasks.spacesWithLeasesDue }],
  }),
});

declare module '../../engine/environment.ts' {
  interface Environment {
    tasks: ReturnType<typeof taskStore>;
  }
}
