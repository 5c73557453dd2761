import { decision as rules, type Decision, type Redaction, type SpaceState } from '@parley/core';
import type { Environment } from '../../engine/environment.ts';
import type { WrittenTexts } from '../../engine/resource.ts';
import type { EventRow } from '../../engine/store/events.ts';
import { nothingErased, redacted, unmoved } from '../redacting.ts';
import type { DecisionTexts } from './queries.ts';
import { textOf } from './texts-table.ts';

/** What was read of a decision whose texts are to be erased, and of what repeats them. */
export interface FoundTexts {
  stored: Decision | undefined;
  texts: DecisionTexts;
  repeated: readonly EventRow[];
}

interface NamedTexts {
  spaceId: string;
  decisionId: string;
  /** The voter whose reason it is; the question if undefined. */
  answerOf?: string | undefined;
}

/** @param assertAllowed - Called before the log is read, which can be long. */
export async function textsOf(
  { spaceId, decisionId, answerOf }: NamedTexts,
  { decisions, events }: Environment,
  assertAllowed: (decision: Decision) => void = () => {},
): Promise<FoundTexts> {
  const [stored, texts] = await Promise.all([decisions.find(spaceId, decisionId), decisions.texts(spaceId, decisionId)]);
  // No event repeats a reason.
  if (!stored || stored.redacted || answerOf !== undefined) return { stored, texts, repeated: [] };
  assertAllowed(stored);
  return { stored, texts, repeated: await events.repeating(spaceId, decisionId, stored.sequence!) };
}

/** The decision as it is now. Throws `Outdated` if more can repeat its texts than was found. */
export const current = ({ decisions }: SpaceState, decisionId: string, { stored }: FoundTexts): Decision | undefined =>
  unmoved({ present: decisions.get(decisionId), stored, stepOf: rules.stepOf });

export const isErased = (decision: Decision, { texts }: FoundTexts, answerOf: string | undefined): boolean =>
  answerOf === undefined ? decision.redacted !== undefined : !texts.reasons.get(answerOf)?.text;

/** Erases the texts that were found, of the question or of a reason. */
export const erased = (
  before: Decision,
  found: FoundTexts,
  { redaction, answerOf }: { redaction: Redaction; answerOf: string | undefined },
) => (answerOf === undefined ? erasedQuestion(before, found, redaction) : erasedReason(before, found, redaction, answerOf));

function erasedReason(decision: Decision, { texts }: FoundTexts, redaction: Redaction, answerOf: string) {
  const { decisionId } = decision;
  const reasons = new Map(texts.reasons).set(answerOf, { text: '', redacted: redaction });
  return {
    changes: { decisionTexts: [{ ...textOf(decisionId, answerOf, ''), redacted: redaction }] },
    events: [{ event: 'text-redacted' as const, body: { decisionId, answerOf, redacted: redaction, through: 0 } }],
    freed: Buffer.byteLength(texts.reasons.get(answerOf)!.text),
    outcome: { decision, texts: { ...texts, reasons } },
  };
}

function erasedQuestion(before: Decision, { texts, repeated }: FoundTexts, redaction: Redaction) {
  const { decisionId } = before;
  const decision = rules.redact(before, redaction);
  const freed = Buffer.byteLength(texts.question ?? '');
  return {
    changes: {
      ...(decision.end ? { forgotten: { decisions: [decision] } } : { decisions: [decision] }),
      ...(freed > 0 && { decisionTexts: [textOf(decisionId, '', '')] }),
    },
    ...redacted(repeated, { decisionId }, redaction),
    freed,
    outcome: { decision, texts: { reasons: texts.reasons } },
  };
}

const written = (find: WrittenTexts['find'], isReason: boolean): WrittenTexts => ({
  find,
  async erasing({ spaceId, participantId, id: decisionId }, env) {
    const answerOf = isReason ? participantId : undefined;
    const found = await textsOf({ spaceId, decisionId, answerOf }, env);
    return (state, redaction) => {
      const before = current(state, decisionId, found);
      return !before || isErased(before, found, answerOf) ? nothingErased : erased(before, found, { redaction, answerOf });
    };
  },
});

export const writtenQuestions = written((place, { decisions }) => decisions.written(place), false);
export const writtenReasons = written((place, { decisions }) => decisions.writtenReasons(place), true);
