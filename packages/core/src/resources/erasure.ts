import type { Fact, FactName } from '../kernel/facts.ts';
import type { FactKind } from '../kernel/resource.ts';
import { part } from './index.ts';

const kinds: Readonly<Record<FactName, FactKind<never>>> = part('facts');

/** The kinds of facts that can say that earlier events have lost texts, and the letters that those have which do. */
export const erasing: ReadonlyMap<FactName, string> = new Map(
  (Object.keys(kinds) as FactName[]).flatMap((event) => {
    const { erasedThrough, erasesOnlyWith = '' } = kinds[event];
    return erasedThrough ? [[event, erasesOnlyWith] as const] : [];
  }),
);

/** The sequence of the last event that has lost a text by what a fact says. */
export const erasedThrough = ({ event, body }: Fact): number | undefined => kinds[event].erasedThrough?.(body as never);
