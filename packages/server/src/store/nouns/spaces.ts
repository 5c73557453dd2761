import type { Space } from '@parley/core';
import { spaces as table } from '../schema.ts';
import type { Noun } from './noun.ts';

type SpaceRow = typeof table.$inferSelect;

export const spaces: Noun<typeof table, Space> = {
  table,
  idOf: ({ spaceId }) => spaceId,
  toRow: ({ end, ...space }) => ({ ...space, endedAt: end?.at, endReason: end?.reason }),
  updates: ['name', 'description', 'agenda', 'agentBudget', 'expiresAt', 'endedAt', 'endReason'],
};

export const endOf = ({ endedAt, endReason }: Pick<SpaceRow, 'endedAt' | 'endReason'>): Space['end'] =>
  endedAt !== null && endReason !== null ? { at: endedAt, reason: endReason } : undefined;

export const spaceOf = ({ endedAt, endReason, agenda, agentBudget, ...row }: SpaceRow): Space => ({
  ...row,
  agenda: agenda ?? undefined,
  agentBudget: agentBudget ?? undefined,
  end: endOf({ endedAt, endReason }),
});
