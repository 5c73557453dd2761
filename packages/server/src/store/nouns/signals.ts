import type { Signal } from '@parley/core';
import { signals as table } from '../schema.ts';
import type { Noun } from './noun.ts';

/** The outbox: what `outbox/` still has to send. */
export const signals: Noun<typeof table, Signal> = {
  table,
  idOf: ({ signalId }) => signalId,
  toRow: ({ signalId, wakeId, url, body, dueAt }, spaceId, now) => ({
    spaceId,
    signalId,
    addressId: wakeId,
    host: new URL(url).host,
    isTrial: body.type === 'wake.verify',
    body: JSON.stringify(body),
    tries: 0,
    createdAt: now,
    dueAt,
  }),
  updates: [],
  sequenceIn: 'sequence',
};
