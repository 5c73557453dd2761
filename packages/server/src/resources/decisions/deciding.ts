import { decision as rules, decisionChanged, delivery, type Decision, type Instant, type SpaceState } from '@parley/core';
import { Outdated } from '../../engine/write/decide.ts';
import { directed, movedIfOpen, type AnnouncedMessage } from '../deliveries/directed.ts';

type EndMessageRequest = Parameters<typeof directed>[0];

/** Without a caller, nobody is told. */
type ConcludingRequest = Omit<EndMessageRequest, 'caller'> & { caller: EndMessageRequest['caller'] | undefined };

/** What was read of a decision: it can have been answered, or have ended, since. */
export interface FoundDecision {
  decision: Decision | undefined;
  /** The deliveries of the message that asks the voters. */
  announcements: AnnouncedMessage;
  /** How many deliveries of the caller to who opened it are open, if they could be too many. */
  open?: ReadonlyMap<string, number> | undefined;
}

/**
 * The open decision, with its sequence, which the process that stored it does not know. Throws `Outdated` if it has ended since it was
 * read, because only the store knows how.
 */
export function decisionIn(
  { state, input, now }: { state: SpaceState; input: { decisionId: string }; now: Instant },
  { decision: stored }: FoundDecision,
): Decision {
  const { decisionId } = input;
  if (!state.decisions.has(decisionId) && stored && !stored.end) throw new Outdated();
  return { ...rules.found(state, decisionId, stored, now), ...(stored && { sequence: stored.sequence }) };
}

interface Conclusion {
  decision: Decision;
  /** Who answered or ended it; if time did, who opened it. */
  actorId: string;
  /** An answer, which can end it too. */
  isAnswer?: boolean;
}

/** What to store of a decision that was answered or has ended: it ends the deliveries of who need not answer any more, and tells who opened it. */
export function concluded(
  asked: ConcludingRequest,
  { announcements, open }: Omit<FoundDecision, 'decision'>,
  { decision, actorId, isAnswer }: Conclusion,
) {
  const settled = (decision.asking?.deliveryIds ?? []).map((id) => {
    const found = announcements.find(({ deliveryId }) => deliveryId === id);
    if (!found) throw new Outdated();
    if (isAnswer && found.participantId === actorId) return movedIfOpen(found, asked, delivery.answer);
    return decision.end ? movedIfOpen(found, asked, delivery.expire) : { changes: { deliveries: [] }, events: [] };
  });
  const { caller } = asked;
  const told = decision.end && caller ? endOf({ ...asked, caller }, decision, open) : undefined;
  const answered = isAnswer ? [decisionChanged('answered', decision, actorId)] : [];
  return {
    changes: {
      ...(decision.end ? { forgotten: { decisions: [decision] } } : { decisions: [decision] }),
      deliveries: [...settled.flatMap(({ changes }) => changes.deliveries), ...(told?.deliveries ?? [])],
      ...(told && { signals: told.signals }),
    },
    events: [
      ...(told?.events ?? []),
      ...answered,
      ...(decision.end ? [decisionChanged('ended', decision, actorId)] : []),
      ...settled.flatMap(({ events }) => events),
    ],
  };
}

/** The message about its end, to who opened it. Where nobody ended it, that is from and to them. */
const endOf = (asked: EndMessageRequest, decision: Decision, open: FoundDecision['open']) =>
  directed(asked, {
    content: rules.messages.ended(decision),
    to: [decision.openedBy],
    expects: 'nothing',
    about: { decisionId: decision.decisionId },
    replyTo: decision.asking?.messageId,
    open,
    isToSelf: decision.end?.by === undefined,
    mustFit: true,
  });
