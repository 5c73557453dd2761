import { nouns, type Wake } from '@parley/core';
import { signals, wakes as table } from '../schema.ts';
import type { StateNoun } from './noun.ts';

/** What its receiver answered is stored in the same row but is no part of the state: `store/wakes.ts`. */
export const wakes: StateNoun<typeof table, Wake> = {
  table,
  idOf: nouns.wakes.idOf,
  owns: { table: signals, by: 'address_id' },
  toRow: (wake, spaceId) => ({ spaceId, ...wake, isQuick: false }),
  fromRow: ({ wakeId, participantId, url, a2a, createdAt, verifiedAt, disabledAt }) => ({
    wakeId,
    participantId,
    url,
    a2a: a2a ?? undefined,
    createdAt,
    verifiedAt: verifiedAt ?? undefined,
    disabledAt: disabledAt ?? undefined,
  }),
  updates: ['verifiedAt', 'disabledAt'],
  order: ['createdAt', 'wakeId'],
};
