import type { Fact, FactName } from '../kernel/facts.ts';
import type { FactKind } from '../kernel/resource.ts';
import { part } from './index.ts';

const kinds: Readonly<Record<FactName, FactKind<never>>> = part('facts');

/** The kinds of facts that say that earlier events have lost texts. */
export const erasing: ReadonlySet<FactName> = new Set(
  (Object.keys(kinds) as FactName[]).filter((event) => kinds[event].erasedThrough),
);

/** The sequence of the last event that has lost a text by what a fact says. */
export const erasedThrough = ({ event, body }: Fact): number | undefined => kinds[event].erasedThrough?.(body as never);
