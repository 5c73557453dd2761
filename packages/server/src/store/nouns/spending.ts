import { nouns, type Spending } from '@parley/core';
import { spending as table } from '../schema.ts';
import type { StateNoun } from './noun.ts';

export const spending: StateNoun<typeof table, Spending> = {
  table,
  idOf: nouns.spending.idOf,
  toRow: (each, spaceId) => ({ spaceId, ...each }),
  fromRow: ({ spaceId: _, ...row }) => row,
  updates: ['messages'],
  order: ['participantId'],
};
