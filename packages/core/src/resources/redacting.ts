import type { Fact, FactName } from '../kernel/facts.ts';
import type { Redaction } from '../kernel/redaction.ts';
import type { FactKind } from '../kernel/resource.ts';
import { part } from './index.ts';

const kinds: Readonly<Record<FactName, FactKind<never>>> = part('facts');

/** The kinds of facts that can repeat the texts of something. */
export const repeatingFacts = (Object.keys(kinds) as FactName[]).filter((event) => kinds[event].texts);

/** A fact without what it repeats of the thing that a field names; undefined if that is nothing. */
export function withoutTextsOf({ event, body }: Fact, field: string, id: string, redacted: Redaction): Fact | undefined {
  const texts = kinds[event].texts as FactKind<object>['texts'];
  if (!texts?.of.some((each) => each === field) || (body as unknown as Record<string, unknown>)[field] !== id) return undefined;
  const without = texts.without(body, redacted);
  return without === body ? undefined : ({ event, body: without } as unknown as Fact);
}
