import { wake as rules, type OutputOf, type Wake } from '@parley/core';
import type { WakeRow } from '../store/wakes.ts';
import { dateTime } from './time.ts';

/** `row` is what its receiver answered; undefined if the address was replaced meanwhile. */
export function wakeView(wake: Wake, row: WakeRow | undefined): OutputOf<'getWake'> {
  const { url, createdAt, verifiedAt, disabledAt } = wake;
  const { answeredAt, lastError } = row ?? {};
  return {
    url,
    state: rules.stateOf(wake),
    createdAt: dateTime(createdAt),
    ...(verifiedAt !== undefined && { verifiedAt: dateTime(verifiedAt) }),
    ...(answeredAt && { answeredAt: dateTime(answeredAt) }),
    ...(disabledAt !== undefined && { disabledAt: dateTime(disabledAt) }),
    ...(lastError && { lastError }),
  };
}
