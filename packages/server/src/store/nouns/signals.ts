import type { Signal } from '@parley/core';
import { signals as table } from '../schema.ts';
import type { Noun } from './noun.ts';

/** The outbox: what `outbox/` still has to send. */
export const signals: Noun<typeof table, Signal> = {
  table,
  idOf: ({ signalId }) => signalId,
  toRow: ({ signalId, wakeId, body, dueAt }, spaceId, now) => ({
    spaceId,
    signalId,
    addressId: wakeId,
    isTrial: body.type === 'wake.verify',
    isQuick: false,
    body: JSON.stringify(body),
    tries: 0,
    createdAt: now,
    dueAt,
  }),
  updates: [],
  sequenceIn: 'sequence',
  // A signal for an address that rests waits for its next request, whichever process knows that it failed.
  derived: {
    join: 'left join wakes w on w.space_id = r.space_id and w.wake_id = r.address_id',
    values: { isQuick: 'coalesce(w.is_quick, false)', dueAt: 'greatest(r.due_ms, w.rests_until_ms)' },
  },
};
