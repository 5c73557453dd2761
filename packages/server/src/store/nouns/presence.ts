import { presence as table } from '../schema.ts';
import type { Noun } from './noun.ts';

/** A participant who has just joined: its request is the first trace of it. */
export interface Arrival {
  participantId: string;
}

export const presence: Noun<typeof table, Arrival> = {
  table,
  idOf: ({ participantId }) => participantId,
  toRow: ({ participantId }, spaceId, now) => ({ spaceId, participantId, seenAt: now }),
  updates: [],
};
