import {
  decision as rules,
  decisionChanged,
  maxSequence,
  missing,
  notFound,
  ServiceError,
  type Decision,
  type ErrorDetails,
  type PinnedVersion,
  type SpaceState,
} from '@parley/core';
import { read, writeWith } from '../../engine/operation.ts';
import { between } from '../artifacts/change.ts';
import { directed, openTo, type DirectedRequest } from '../deliveries/directed.ts';
import { pageOf } from '../pages.ts';
import { redactionBy } from '../redacting.ts';
import { concluded, decisionIn, type FoundDecision } from './deciding.ts';
import { findVersion, pinned } from './pinning.ts';
import { decisionView } from './present.ts';
import { current, erased, isErased, textsOf } from './redacting.ts';
import { textOf } from './texts-table.ts';

export const createDecision = writeWith<'createDecision'>()(
  async (asked) => {
    const { input, env, caller } = asked;
    await caller();
    const { spaceId, artifact, voters } = input;
    const known = asked.known();
    const [total, found, open] = await Promise.all([
      env.decisions.count(spaceId),
      artifact && findVersion({ spaceId, artifact }, known?.state, env),
      openTo(known ? rules.meant(known.state, voters) : [], asked),
    ]);
    return { total, found, open };
  },
  (asked, { total, found, open }) => {
    const { state, caller, input, now, env } = asked;
    const { title, text, options, voters: meant, rule, artifact, secret: isSecret, expiresInSeconds, fallback } = input;
    const version = artifact && pinned(state, artifact, found!);
    const voters = rules.electorate(state, meant, version?.authorId);
    const wish = {
      total,
      decisionId: env.mint.id(),
      title,
      options,
      voters,
      rule,
      isSecret,
      expiresInSeconds,
      fallback,
      artifact: version,
    };
    const opened = rules.open(state, wish, caller, now);
    const { decisionId } = opened;
    const { messageId, spent, events, ...sent } = directed(asked, {
      content: rules.messages.asked(opened),
      to: voters.map(({ participantId }) => participantId),
      expects: 'answer',
      about: { decisionId, artifactId: version?.artifactId },
      open,
      spends: true,
    });
    const deliveryIds = sent.deliveries.map(({ deliveryId }) => deliveryId);
    const decision: Decision = { ...opened, asking: messageId === undefined ? undefined : { messageId, deliveryIds } };
    return {
      changes: {
        ...spent,
        ...sent,
        decisions: [decision],
        decisionTexts: text ? [textOf(decisionId, '', text)] : [],
      },
      // The message is first, because its deliveries name its sequence.
      events: [...events, decisionChanged('opened', decision, caller.participantId)],
      outcome: decisionView(decision, asked, { question: text, reasons: new Map() }),
    };
  },
);

export const listDecisions = read<'listDecisions'>(async (asked) => {
  const { spaceId, state: which, mine, before = maxSequence, limit } = asked.input;
  const place = { spaceId, before, limit: limit + 1, ...(mine && { mine: asked.caller.participantId }) };
  const { page, hasMore } = pageOf(await asked.env.decisions.page(which, place), limit);
  return { decisions: page.map((each) => decisionView(each, asked)), hasMore };
});

export const getDecision = read<'getDecision'>(async (asked) => {
  const { spaceId, decisionId } = asked.input;
  const { decisions } = asked.env;
  const [found, texts] = await Promise.all([decisions.find(spaceId, decisionId), decisions.texts(spaceId, decisionId)]);
  if (!found) throw notFound(missing.decisionId);
  return decisionView(found, asked, texts);
});

type DecisionRequest = DirectedRequest & { input: { decisionId: string } };

/** Reads a decision, for callers who are admitted. */
async function stored(asked: DecisionRequest): Promise<FoundDecision> {
  const { input, env, caller } = asked;
  await caller();
  const decision = await env.decisions.find(input.spaceId, input.decisionId);
  const [announcements, open] = await Promise.all([
    env.deliveries.some(input.spaceId, decision?.asking?.deliveryIds ?? []),
    decision && openTo([decision.openedBy], asked),
  ]);
  return { decision, announcements, open };
}

export const answerDecision = writeWith<'answerDecision'>()(
  async (asked) => {
    const found = await stored(asked);
    return { found, moved: await movedSince(found.decision, asked) };
  },
  (asked, { found, moved }) => {
    const { state, caller, input, now } = asked;
    const { participantId: voterId } = caller;
    const before = decisionIn(asked, found);
    rules.assertVoter(before, voterId);
    if (before.artifact && input.version !== before.artifact.version) throw notPinned(state, before.artifact, moved);
    const decision = rules.answer(state, before, { voterId, option: input.option }, now);
    const { changes, events } = concluded(asked, found, { decision, actorId: voterId, isAnswer: true });
    const { reason } = input;
    const hadAnswered = before.voters.some((each) => each.participantId === voterId && each.answer);
    // An answer without a reason replaces one with a reason.
    const decisionTexts = reason || hadAnswered ? [textOf(before.decisionId, voterId, reason ?? '')] : [];
    return { changes: { ...changes, decisionTexts }, events, outcome: decisionView(decision, asked) };
  },
);

/** How the text differs from the pinned version, for somebody who has not answered about that. */
async function movedSince(
  decision: Decision | undefined,
  { input, env }: DecisionRequest & { input: { version?: number | undefined } },
): Promise<ErrorDetails['diff']> {
  const pinned = decision?.artifact;
  if (!pinned || input.version === pinned.version) return undefined;
  const { spaceId } = input;
  const [found, present] = await Promise.all([
    env.versions.find(spaceId, pinned.artifactId, pinned.version),
    env.artifacts.find(spaceId, pinned.artifactId),
  ]);
  if (found?.content === undefined || !present) return undefined;
  return between(pinned.version, found.content, present.artifact.version, present.content);
}

function notPinned(state: SpaceState, { artifactId, version }: PinnedVersion, diff: ErrorDetails['diff']): ServiceError {
  const { version: currentVersion = version } = state.artifacts.get(artifactId) ?? {};
  return new ServiceError('version_conflict', `The decision is about version ${version}: read that one and name it`, {
    pinned: version,
    currentVersion,
    ...(diff && { diff }),
  });
}

export const withdrawDecision = writeWith<'withdrawDecision'>()(stored, (asked, found) => {
  const { caller, now } = asked;
  const decision = rules.withdraw(decisionIn(asked, found), caller, now);
  const { changes, events } = concluded(asked, found, { decision, actorId: caller.participantId });
  return { changes, events, outcome: decisionView(decision, asked) };
});

export const closeDecision = writeWith<'closeDecision'>()(stored, (asked, found) => {
  const { caller, input, now } = asked;
  const decision = rules.close(decisionIn(asked, found), caller, input.statement, now);
  const { changes, events } = concluded(asked, found, { decision, actorId: caller.participantId });
  return { changes, events, outcome: decisionView(decision, asked) };
});

export const redactDecision = writeWith<'redactDecision'>()(
  async ({ input, env, caller, known }) => {
    const participant = await caller();
    const assertAllowed = (decision: Decision) => rules.assertRedactable(decision, participant, input.answerOf);
    return textsOf(input, env, known()?.state, assertAllowed);
  },
  (asked, found) => {
    const { state, caller, input } = asked;
    const { answerOf } = input;
    const before = current(state, input, found);
    if (!before) throw notFound(missing.decisionId);
    rules.assertRedactable(before, caller, answerOf);
    if (isErased(before, found, answerOf)) return { outcome: decisionView(before, asked, found.texts), isRepeatable: true };
    const { outcome, ...effects } = erased(before, found, { redaction: redactionBy(asked), answerOf });
    return { ...effects, outcome: decisionView(outcome.decision, asked, outcome.texts) };
  },
);
