import {
  decision as rules,
  decisionStateOf,
  hidesAnswers,
  tallyOf,
  type Decision,
  type DecisionView,
  type Voter,
} from '@parley/core';
import { dateTime, dueField } from '../../engine/present/time.ts';
import type { Reader } from '../../engine/resource.ts';
import type { DecisionTexts } from './queries.ts';

/** A decision at an instant, as a participant can see it. */
export function decisionView(stored: Decision, reader: Reader, texts?: DecisionTexts): DecisionView {
  const decision = rules.at(stored, reader.now);
  const { sequence, voters, isSecret, expiresAt, fallback, artifact, end } = decision;
  const isHidden = hidesAnswers(decision);
  return {
    decisionId: decision.decisionId,
    ...(sequence !== undefined && { sequence }),
    title: decision.title,
    ...(texts?.question !== undefined && { text: texts.question }),
    options: decision.options.map((option) => ({ ...option })),
    voters: voters.map((voter) => voterView(voter, isHidden && voter.participantId !== reader.caller.participantId, texts)),
    rule: decision.rule,
    ...(isSecret && { secret: true }),
    state: decisionStateOf(decision),
    ...(end?.outcome !== undefined && { outcome: end.outcome, decidedAt: dateTime(end.at) }),
    ...(end && { endedAt: dateTime(end.at) }),
    ...(end?.by !== undefined && { endedBy: end.by }),
    ...(end?.statement !== undefined && { statement: end.statement }),
    openedBy: decision.openedBy,
    openedByName: decision.openedByName,
    createdAt: dateTime(decision.createdAt),
    ...dueField('expiresAt', expiresAt),
    ...(fallback !== undefined && { fallback }),
    ...(artifact && { artifact: pinnedView(artifact, reader) }),
    ...(!isHidden && { tally: tallyOf(decision).map((count) => ({ ...count })) }),
    ...(decision.redacted && { redacted: decision.redacted }),
  };
}

function voterView({ participantId, name, speaker, answer }: Voter, isHidden: boolean, texts?: DecisionTexts) {
  const reason = texts?.reasons.get(participantId);
  return {
    ...{ participantId, name, speaker },
    answered: answer !== undefined,
    ...(answer &&
      !isHidden && {
        option: answer.option,
        ...(reason?.text && { reason: reason.text }),
        at: dateTime(answer.at),
        ...(reason?.redacted && { redacted: reason.redacted }),
      }),
  };
}

function pinnedView({ artifactId, name, version, sha256 }: NonNullable<Decision['artifact']>, { state }: Reader) {
  const currentVersion = state.artifacts.get(artifactId)?.version;
  return {
    ...{ artifactId, name, version, sha256 },
    ...(currentVersion !== undefined && { currentVersion }),
    changedSince: currentVersion !== version,
  };
}
