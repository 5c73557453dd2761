import type { DecisionView, SpaceEvent } from '@parley/sdk';
import type { MessageEntry } from '../entry.ts';
import type { Model } from '../model.ts';
import type { Seat } from '../resource.ts';
import { changedEntry } from '../scroll.ts';
import { cardOf } from './card.ts';

/** As many as a space can have. */
const mostKnown = 1_000;

/** Keeps the cards of decisions as they are now. Events do not say what the options are, so each change is read. */
export function reading({ space, signal, change }: Seat): (event: SpaceEvent) => void {
  /** The messages that ask, by their decisions. */
  const asking = new Map<string, string>();
  const wanted = new Set<string>();
  let isReading = false;

  // One after the other: an answer can never be older than the one before.
  const readAll = async () => {
    if (isReading) return;
    isReading = true;
    for (const decisionId of wanted) {
      wanted.delete(decisionId);
      const messageId = asking.get(decisionId)!;
      const decision = await space.call('getDecision', { decisionId }, { signal, maxRetries: Infinity }).catch(() => undefined);
      if (decision && !signal.aborted) change((model) => withCard(model, messageId, decision));
    }
    isReading = false;
  };

  return ({ type, data }) => {
    if (type === 'message' && data.expects === 'answer' && data.decisionId !== undefined) {
      const [oldest] = asking.keys();
      if (asking.size >= mostKnown && oldest !== undefined) asking.delete(oldest);
      asking.set(data.decisionId, data.id);
      wanted.add(data.decisionId);
    } else if (type === 'decision' || type === 'text-redacted') {
      const { decisionId } = data;
      if (decisionId !== undefined && asking.has(decisionId)) wanted.add(decisionId);
    }
    void readAll();
  };
}

/** The model with a decision as it is now below the message that asks for it. */
function withCard(model: Model, messageId: string, decision: DecisionView): Model {
  const place = model.entries.findLastIndex((entry) => entry.kind === 'message' && entry.id === messageId);
  const entry = model.entries[place] as MessageEntry | undefined;
  return entry ? changedEntry(model, place, { ...entry, card: cardOf(decision, entry.sequence, model.me) }) : model;
}
