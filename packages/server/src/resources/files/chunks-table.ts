import { customType, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import type { TableMapping } from '../../engine/store/mapping.ts';

const bytea = customType<{ data: string }>({ dataType: () => 'bytea' });

/** The bytes of files. No decision writes them: `bytes.ts` does, while they arrive. */
export const table = pgTable(
  'file_chunks',
  {
    spaceId: uuid('space_id').notNull(),
    fileId: uuid('file_id').notNull(),
    /** From 0. All but the last have the same size. */
    place: integer('place').notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.spaceId, table.fileId, table.place] })],
);

export interface Chunk {
  readonly fileId: string;
  readonly place: number;
  readonly bytes: string;
}

export const fileChunks: TableMapping<typeof table, Chunk> = {
  table,
  idOf: ({ fileId, place }) => `${fileId} ${place}`,
  isMany: true,
  // A portion of the rows of other nouns would be more than 100 MiB of these.
  purgedAtOnce: 32,
  toRow: (chunk, spaceId) => ({ spaceId, ...chunk }),
  updates: [],
};

declare module '../../engine/store/tables.ts' {
  interface StoredEntities {
    fileChunks: Chunk;
  }
}
