import type { DecisionText } from '@parley/core';
import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { TableMapping } from '../../engine/store/mapping.ts';

/** The questions of decisions in detail, and the reasons of voters. */
export const table = pgTable(
  'decision_texts',
  {
    spaceId: uuid('space_id').notNull(),
    decisionId: uuid('decision_id').notNull(),
    /** Whose reason it is; empty for the question. */
    voterId: text('voter_id').notNull(),
    text: text('text').notNull(),
    bytes: integer('bytes').notNull(),
    /** As JSON: how the reason was erased. */
    redacted: text('redacted'),
  },
  (table) => [primaryKey({ columns: [table.spaceId, table.decisionId, table.voterId] })],
);

/** A question in detail, or the reason of a voter. */
export const textOf = (decisionId: string, voterId: string, text: string): DecisionText => ({
  decisionId,
  voterId,
  text,
  bytes: Buffer.byteLength(text),
});

export const decisionTexts: TableMapping<typeof table, DecisionText> = {
  table,
  idOf: ({ decisionId, voterId }) => `${decisionId} ${voterId}`,
  isMany: true,
  bytesOf: ({ bytes }) => bytes,
  toRow: ({ redacted, ...stored }, spaceId) => ({ spaceId, ...stored, redacted: redacted && JSON.stringify(redacted) }),
  updates: ['text', 'bytes', 'redacted'],
};

declare module '../../engine/store/tables.ts' {
  interface StoredEntities {
    decisionTexts: DecisionText;
  }
}
