import { withoutTextsOf, type Fact, type Instant, type MessageReferences, type Participant, type Redaction } from '@parley/core';
import type { Environment } from '../engine/environment.ts';
import { dateTime } from '../engine/present/time.ts';
import type { EventRow } from '../engine/store/events.ts';
import type { Erasure } from '../engine/store/erasures.ts';
import { Outdated } from '../engine/write/decide.ts';
import type { Effects } from '../engine/write/effects.ts';

/** There is no text to erase. */
export const nothingErased: Effects<undefined> = { outcome: undefined };

interface Redacting {
  caller: Pick<Participant, 'participantId'>;
  now: Instant;
  input: { reason?: string | undefined };
}

/** The redaction that a caller asks for. */
export const redactionBy = ({ caller, now, input }: Redacting): Redaction => ({
  by: caller.participantId,
  at: dateTime(now),
  reason: input.reason,
});

interface ReadThing<Thing> {
  readonly present: Thing | undefined;
  /** As it was read before what repeats its texts. */
  readonly stored: (Thing & { readonly end?: unknown }) | undefined;
  /** Differs whenever something new can repeat its texts. */
  stepOf(thing: Thing): string;
}

/** The thing as it is now, which is as it was read. Throws `Outdated` if it has moved on, because then more can repeat its texts. */
export function unmoved<Thing extends { readonly sequence?: number | undefined }>({
  present,
  stored,
  stepOf,
}: ReadThing<Thing>): Thing | undefined {
  // What has ended is no longer in the state, and no longer moves.
  if (!present && (!stored || stored.end)) return stored;
  if (!present || !stored || stepOf(present) !== stepOf(stored)) throw new Outdated();
  return { ...present, sequence: stored.sequence };
}

/**
 * Erases what the log repeats of a thing, which one of the references names, and says so.
 * @param other - What is left of a fact that is about something else, and repeats a part.
 */
export function redacted(
  repeated: readonly EventRow[],
  about: MessageReferences,
  redaction: Redaction,
  other: (fact: Fact) => Fact | undefined = () => undefined,
): { erasures: Erasure[]; events: Fact[] } {
  const [[field, id]] = Object.entries(about) as [[string, string]];
  const erasures = repeated.flatMap(({ sequence, event, body: before }) => {
    const fact: Fact = { event, body: JSON.parse(before) };
    const bare = withoutTextsOf(fact, field, id, redaction) ?? other(fact);
    return bare ? [{ sequence, before, after: JSON.stringify(bare.body) }] : [];
  });
  const through = erasures.at(-1)?.sequence ?? 0;
  return { erasures, events: [{ event: 'text-redacted', body: { ...about, redacted: redaction, through } }] };
}

/** A stored answer without texts that were erased since. */
export async function withoutErased(answer: unknown, spaceId: string, env: Environment): Promise<unknown> {
  if (typeof answer !== 'object' || answer === null) return answer;
  for (const [field, { redactionOf, without }] of Object.entries(env.erasable)) {
    const id = (answer as Readonly<Record<string, unknown>>)[field];
    const redaction = typeof id === 'string' ? await redactionOf(spaceId, id, env) : undefined;
    if (redaction) return without(answer as never, redaction);
  }
  return answer;
}
