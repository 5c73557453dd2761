import { decision as rules, type Changes, type Decision, type Redaction, type SpaceState } from '@parley/core';
import type { Environment } from '../../engine/environment.ts';
import type { WrittenTexts } from '../../engine/resource.ts';
import type { EventRow } from '../../engine/store/events.ts';
import { Outdated } from '../../engine/write/decide.ts';
import { nothingErased, redacted, unmoved } from '../redacting.ts';
import type { DecisionTexts } from './queries.ts';
import { textOf } from './texts-table.ts';

/** What was read of a decision whose texts are to be erased, and of what repeats them. */
interface RedactableDecision {
  /** The decisions of the state from before the reading. */
  known: SpaceState['decisions'] | undefined;
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
  state: SpaceState | undefined,
  assertAllowed: (decision: Decision) => void = () => {},
): Promise<RedactableDecision> {
  const known = state?.decisions;
  const [stored, texts] = await Promise.all([decisions.find(spaceId, decisionId), decisions.texts(spaceId, decisionId)]);
  // No event repeats a reason.
  if (!stored || stored.redacted || answerOf !== undefined) return { known, stored, texts, repeated: [] };
  assertAllowed(stored);
  return { known, stored, texts, repeated: await events.repeating(spaceId, decisionId, stored.sequence!) };
}

/** The decision as it is now. Throws `Outdated` if the reason can have been erased, or more can repeat the question, since it was read. */
export function current(
  { decisions }: SpaceState,
  { decisionId, answerOf }: Omit<NamedTexts, 'spaceId'>,
  { known, stored }: RedactableDecision,
): Decision | undefined {
  if (answerOf !== undefined && decisions !== known) throw new Outdated();
  return unmoved({ present: decisions.get(decisionId), stored, stepOf: rules.stepOf });
}

export const isErased = (decision: Decision, { texts }: RedactableDecision, answerOf: string | undefined): boolean =>
  answerOf === undefined ? decision.redacted !== undefined : !texts.reasons.get(answerOf)?.text;

/** Erases the texts that were found, of the question or of a reason. */
export const erased = (
  before: Decision,
  found: RedactableDecision,
  { redaction, answerOf }: { redaction: Redaction; answerOf: string | undefined },
) => (answerOf === undefined ? erasedQuestion(before, found, redaction) : erasedReason(before, found, redaction, answerOf));

/** One that has ended is no longer in the state. */
const kept = (decision: Decision): Changes =>
  decision.end ? { forgotten: { decisions: [decision] } } : { decisions: [decision] };

function erasedReason(decision: Decision, { texts }: RedactableDecision, redaction: Redaction, answerOf: string) {
  const { decisionId } = decision;
  const reasons = new Map(texts.reasons).set(answerOf, { text: '', redacted: redaction });
  return {
    changes: {
      // A change of the state, so that whoever has read the reason before reads it again.
      ...kept(decision),
      decisionTexts: [{ ...textOf(decisionId, answerOf, ''), redacted: redaction }],
    },
    events: [{ event: 'text-redacted' as const, body: { decisionId, answerOf, redacted: redaction, through: 0 } }],
    freed: Buffer.byteLength(texts.reasons.get(answerOf)!.text),
    outcome: { decision, texts: { ...texts, reasons } },
  };
}

function erasedQuestion(before: Decision, { texts, repeated }: RedactableDecision, redaction: Redaction) {
  const { decisionId } = before;
  const decision = rules.redact(before, redaction);
  const freed = Buffer.byteLength(texts.question ?? '');
  return {
    changes: {
      ...kept(decision),
      ...(freed > 0 && { decisionTexts: [textOf(decisionId, '', '')] }),
    },
    ...redacted(repeated, { decisionId }, redaction),
    freed,
    outcome: { decision, texts: { reasons: texts.reasons } },
  };
}

const written = (find: WrittenTexts['find'], isReason: boolean): WrittenTexts => ({
  find,
  async erasing({ spaceId, participantId, id: decisionId, known }, env) {
    const answerOf = isReason ? participantId : undefined;
    const found = await textsOf({ spaceId, decisionId, answerOf }, env, known);
    return (state, redaction) => {
      const before = current(state, { decisionId, answerOf }, found);
      return !before || isErased(before, found, answerOf) ? nothingErased : erased(before, found, { redaction, answerOf });
    };
  },
});

export const writtenQuestions = written((place, { decisions }) => decisions.written(place), false);
export const writtenReasons = written((place, { decisions }) => decisions.writtenReasons(place), true);
