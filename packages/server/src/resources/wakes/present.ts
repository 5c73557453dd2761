import { wake as rules, type InputOf, type OutputOf, type Wake } from '@parley/core';
import type { WakeRow } from './queries.ts';
import { dateTime } from '../../engine/present/time.ts';

type A2a = NonNullable<InputOf<'putWake'>['a2a']>;

/** `a2a` is what its receiver expects, if that is A2A; `row` is what its receiver answered; undefined if the address was replaced meanwhile. */
export function wakeView(wake: Wake, row: WakeRow | undefined, a2a: A2a | undefined): OutputOf<'getWake'> {
  const { url, push, createdAt, verifiedAt, disabledAt } = wake;
  const { answeredAt, lastError } = row ?? {};
  return {
    url,
    ...(push !== undefined && { kind: 'webpush' as const }),
    state: rules.stateOf(wake),
    createdAt: dateTime(createdAt),
    ...(verifiedAt !== undefined && { verifiedAt: dateTime(verifiedAt) }),
    ...(answeredAt && { answeredAt: dateTime(answeredAt) }),
    ...(disabledAt !== undefined && { disabledAt: dateTime(disabledAt) }),
    ...(lastError && { lastError }),
    ...(a2a && { a2a: withoutSecrets(a2a) }),
  };
}

const withoutSecrets = ({ version, id, authentication }: A2a) => ({
  version,
  ...(id !== undefined && { id }),
  ...(authentication && { scheme: authentication.scheme }),
});
