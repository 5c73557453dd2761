import {
  budget,
  proposal as rules,
  proposalChanged,
  ServiceError,
  type Artifact,
  type edit,
  type Proposal,
  type ProposalEnd,
} from '@parley/core';
import { Refusal, type Effects } from '../../engine/write/effects.ts';
import { Outdated } from '../../engine/write/decide.ts';
import { viaOf } from './change.ts';
import { directed, receivers, settledAll, type AnnouncedMessage } from '../deliveries/directed.ts';

type ProposingRequest = Parameters<typeof directed>[0];

interface Offered {
  baseVersion: number;
  note?: string | undefined;
}

/** What an input says of a change. */
export const offered = ({ baseVersion, note, ...change }: Offered & edit.TextChange, proposalId: string) => ({
  proposalId,
  baseVersion,
  via: viaOf(change),
  note,
});

/** The change of an input, as it is stored. */
export const storable = ({ content, edits, append, section }: edit.TextChange): string =>
  JSON.stringify({ content, edits, append, section });

interface Announcing {
  before: Artifact;
  proposal: Proposal;
  /** A `TextChange` as JSON. */
  change: string;
  open?: ReadonlyMap<string, number> | undefined;
  /** It is stored in any case: silently, if there is no agent budget or hardly any room for a message. */
  mustFit?: boolean;
}

/** Stores a proposal with its change, and asks those who decide. */
export function announced(asked: ProposingRequest, { before, proposal, change, open, mustFit = false }: Announcing) {
  const { state, caller, now } = asked;
  const { proposalId, revision } = proposal;
  const isSilent = mustFit && budget.refusal(state, caller) !== undefined;
  const to = isSilent ? [] : rules.deciders(state, before, caller, now);
  const content = rules.announcement(before, proposal);
  const sent = directed(asked, {
    content,
    to,
    expects: 'ack',
    about: { proposalId, artifactId: before.artifactId },
    open,
    spends: true,
    mustFit,
  });
  const { messageId, deliveries } = sent;
  const told = { ...proposal, messageId, deliveryIds: deliveries.map(({ deliveryId }) => deliveryId) };
  return {
    proposal: told,
    to: receivers(deliveries),
    changes: {
      ...sent.spent,
      proposals: [told],
      proposedChanges: [{ proposalId, revision, change, bytes: Buffer.byteLength(change) }],
      deliveries,
      signals: sent.signals,
    },
    // The message is first, because its deliveries name its sequence.
    events: [...sent.events, proposalChanged(told, before, caller.participantId)],
  };
}

interface Keeping {
  before: Artifact;
  change: Offered & edit.TextChange;
  refusal: ServiceError;
  open: ReadonlyMap<string, number> | undefined;
}

/** What keeping a text adds besides the change: the message with its deliveries, events and a record. */
const aroundChange = 8_192;

/** Keeps the text of a refused write as a proposal. If there is no room for one, the write is just refused. */
export function kept(asked: ProposingRequest, { before, change, refusal, open }: Keeping): Effects<never> {
  const { state, caller, now, env, latest } = asked;
  const text = storable(change);
  const hasRoom = Buffer.byteLength(text) + aroundChange <= latest.left() && !rules.noRoom(state, before.artifactId);
  if (change.baseVersion > before.version || !hasRoom) throw refusal;
  // A write that succeeds needs no counts, so they are read only now.
  if (!open) throw new Outdated();
  const opened = rules.open(state, before, offered(change, env.mint.id()), caller, now);
  const { proposal, changes, events } = announced(asked, { before, proposal: opened, change: text, open, mustFit: true });
  const { proposalId } = proposal;
  const message = `${refusal.message}. Your text is kept as a proposal`;
  return { changes, events, outcome: new Refusal(new ServiceError(refusal.code, message, { ...refusal.details, proposalId })) };
}

interface Concluding {
  before: Artifact;
  proposal: Proposal;
  end: ProposalEnd;
  announcements: AnnouncedMessage;
  open?: ReadonlyMap<string, number> | undefined;
}

/** Ends a proposal and tells its author, unless the author ended it. Who decided has thereby answered; nobody else is asked any more. */
export function concluded(asked: ProposingRequest, { before, proposal, end, announcements, open }: Concluding) {
  const { proposalId, authorId, messageId: replyTo } = proposal;
  const content = rules.verdict(before, end);
  const sent = directed(asked, {
    content,
    to: [authorId],
    expects: 'nothing',
    about: { proposalId, artifactId: before.artifactId },
    replyTo,
    open,
  });
  const settled = settledAll(asked, proposal, announcements, sent.messageId !== undefined);
  const ended = rules.end(proposal, end);
  return {
    ended,
    changes: {
      forgotten: { proposals: [ended] },
      deliveries: [...sent.deliveries, ...settled.deliveries],
      signals: sent.signals,
    },
    events: [...sent.events, ...settled.events],
  };
}

export const authorsOf = (proposals: readonly Proposal[]): string[] => [...new Set(proposals.map(({ authorId }) => authorId))];

/** Ends all open proposals for an artifact that is deleted. */
export function allRejected(
  asked: ProposingRequest,
  before: Artifact,
  found: { announcements: AnnouncedMessage; open?: ReadonlyMap<string, number> | undefined } | undefined,
) {
  const { state, caller, now } = asked;
  const open = rules.openFor(state, before.artifactId);
  if (open.length === 0) return { ended: [], changes: {}, events: [] };
  // One was opened after they were looked for.
  if (!found) throw new Outdated();
  const end = { state: 'rejected' as const, at: now, by: caller.participantId, note: 'The artifact was deleted' };
  const ended = open.map((each) => rules.end(each, end));
  const sent = directed(asked, {
    content: rules.deletion(before),
    to: authorsOf(open),
    expects: 'nothing',
    about: { artifactId: before.artifactId },
    open: found.open,
  });
  const settled = open.map((each) => settledAll(asked, each, found.announcements));
  return {
    ended,
    changes: {
      deliveries: [...sent.deliveries, ...settled.flatMap(({ deliveries }) => deliveries)],
      signals: sent.signals,
    },
    events: [
      ...sent.events,
      ...settled.flatMap(({ events }) => events),
      ...ended.map((each) => proposalChanged(each, before, caller.participantId)),
    ],
  };
}
