import type { TaskText } from '@parley/core';
import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { TableMapping } from '../../engine/store/mapping.ts';

/** The texts of tasks. They are never changed, only erased. */
export const table = pgTable(
  'task_texts',
  {
    spaceId: uuid('space_id').notNull(),
    taskId: uuid('task_id').notNull(),
    text: text('text').notNull(),
    bytes: integer('bytes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.spaceId, table.taskId] })],
);

export const taskTexts: TableMapping<typeof table, TaskText> = {
  table,
  idOf: ({ taskId }) => taskId,
  isMany: true,
  bytesOf: ({ bytes }) => bytes,
  toRow: (stored, spaceId) => ({ spaceId, ...stored }),
  updates: ['text', 'bytes'],
};

declare module '../../engine/store/tables.ts' {
  interface StoredEntities {
    taskTexts: TaskText;
  }
}
