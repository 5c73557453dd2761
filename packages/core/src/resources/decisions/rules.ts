import { assertAllowed, assertRoom } from '../../kernel/assertions.ts';
import { inQuotes } from '../../kernel/envelope.ts';
import { invalidField, notFound, ServiceError } from '../../kernel/errors.ts';
import type { Instant } from '../../kernel/instant.ts';
import { matching } from '../../kernel/names.ts';
import { dueTime } from '../../kernel/standstill.ts';
import type { SpaceState } from '../../kernel/state.ts';
import { displayName } from '../participants/display-names.ts';
import type { Participant } from '../participants/entity.ts';
import { isHere } from '../participants/rules.ts';
import type { Decision, DecisionEnd, PinnedVersion, Voter } from './entity.ts';
import { missing } from './errors.ts';
import { maxDecisions, maxOpenDecisions } from './limits.ts';
import { optionsOf, type OptionWish } from './options.ts';
import { answersOf, chosen, objection } from './tally.ts';

export { electorate, meant, type VoterChoice } from './electorate.ts';
export { decisionRecord } from './record.ts';
export { assertRedactable, redact, stepOf, withoutTexts } from './redacting.ts';

/** What its opener says of a decision, and who answers it. */
interface DecisionWish extends Pick<Decision, 'decisionId' | 'title' | 'rule' | 'isSecret' | 'fallback'> {
  readonly options?: readonly OptionWish[] | undefined;
  readonly voters: readonly Voter[];
  /** How many decisions the space has, those that have ended included. */
  readonly total: number;
  readonly expiresInSeconds?: number | undefined;
  readonly artifact?: PinnedVersion | undefined;
}

/** A new decision. Throws if too many are open, or if its parts do not fit together. */
export function open(
  state: SpaceState,
  { total, options: wished, expiresInSeconds, ...wish }: DecisionWish,
  opener: Participant,
  now: Instant,
): Decision {
  assertRoom(total, maxDecisions, 'decisions');
  if (state.decisions.size >= maxOpenDecisions) {
    const message = `A space can have at most ${maxOpenDecisions} open decisions: wait until some end, or withdraw yours`;
    throw new ServiceError('invalid_request', message);
  }
  const options = optionsOf(wished);
  if (wish.fallback !== undefined) {
    assertAllowed(opener.isOwner, 'the owner of the space can set a fallback');
    if (expiresInSeconds === undefined) throw invalidField('fallback', 'requires expiresInSeconds');
    if (!options.some(({ id }) => id === wish.fallback)) throw invalidField('fallback', 'must be the id of an option');
  }
  if (wish.rule === 'no-objection' && (wished !== undefined || expiresInSeconds === undefined))
    throw invalidField('rule', 'no-objection requires expiresInSeconds, and the default options');
  return {
    ...wish,
    options,
    openedBy: opener.participantId,
    openedByName: displayName(state, opener),
    createdAt: now,
    expiresAt: expiresInSeconds === undefined ? undefined : now + expiresInSeconds * 1000,
  };
}

/** The decision at an instant: one whose time is over has ended, whether that is stored yet or not. */
export const at = (decision: Decision, now: Instant): Decision =>
  decision.end === undefined && decision.expiresAt !== undefined && now >= decision.expiresAt
    ? ended(decision, choice(decision, decision.voters.length) ?? decision.fallback, { at: decision.expiresAt })
    : decision;

/** The decision once some voters can no longer answer: nothing that is missing can still come. */
export function withDepartures(state: SpaceState, decision: Decision, now: Instant): Decision {
  const present = at(decision, now);
  return present.end === undefined && isSettled(state, present) ? ended(present, undefined, { at: now }) : present;
}

/**
 * The decision with this id, if it has not ended.
 * @param stored - As the store has it, if it was read: one that has ended is no longer in the state.
 */
export function found({ decisions }: SpaceState, decisionId: string, stored: Decision | undefined, now: Instant): Decision {
  const known = decisions.get(decisionId) ?? stored;
  if (!known) throw notFound(missing.decisionId);
  const decision = at(known, now);
  if (decision.end) throw hasEnded(decision.end);
  return decision;
}

const hasEnded = ({ state, outcome }: DecisionEnd): ServiceError =>
  new ServiceError(
    'decision_ended',
    outcome === undefined
      ? `The decision has already ended: it is ${state}`
      : `The decision has already ended: ${outcome} was decided`,
    outcome === undefined ? {} : { outcome },
  );

interface Answer {
  readonly voterId: string;
  /** The id or the label of an option. */
  readonly option: string;
}

/** A refusal is read as a whole. */
const mostNamed = 10;

/** Throws unless a participant is a voter. */
export function assertVoter({ voters, artifact, expiresAt }: Decision, participantId: string): void {
  if (voters.some((each) => each.participantId === participantId)) return;
  if (artifact?.authorId === participantId)
    throw new ServiceError('own_work', 'You wrote this version, so others decide about it');
  const named = voters.slice(0, mostNamed).map(({ name }) => inQuotes(name));
  const who = [...named, ...(voters.length > mostNamed ? ['others'] : [])].join(', ');
  const due = expiresAt === undefined ? undefined : dueTime(expiresAt);
  const until = due === undefined ? '' : ` until ${due}`;
  throw new ServiceError('not_a_voter', `Only those who were asked can answer${until}: ${who}`);
}

/** The decision with an answer, which replaces an earlier one of the same voter, and can end it. */
export function answer(state: SpaceState, decision: Decision, { voterId, option: named }: Answer, now: Instant): Decision {
  assertVoter(decision, voterId);
  const option = optionIn(decision, named);
  const voters = decision.voters.map((each) =>
    each.participantId === voterId ? { ...each, answer: { option, at: now } } : each,
  );
  const answered = { ...decision, voters };
  const outcome = decided(answered);
  return outcome !== undefined || isSettled(state, answered) ? ended(answered, outcome, { at: now, by: voterId }) : answered;
}

function optionIn({ options }: Decision, named: string): string {
  const found = matching(options, named, ({ id, label }) => ({ id, names: [label] }));
  if (found.length !== 1) throw invalidField('option', `must be one of ${options.map(({ id }) => id).join(', ')}`);
  return found[0]!.id;
}

/** Who opened it, or the owner, takes the question back. */
export function withdraw(decision: Decision, caller: Participant, now: Instant): Decision {
  const { participantId: by, isOwner } = caller;
  assertAllowed(isOwner || by === decision.openedBy, 'who opened the decision and the owner of the space can withdraw it');
  return { ...decision, end: { state: 'withdrawn', at: now, by } };
}

/** The owner ends it: the rule applies to the answers that are there. */
export const close = (decision: Decision, owner: Participant, statement: string | undefined, now: Instant): Decision =>
  ended(decision, choice(decision, answersOf(decision).length), { at: now, by: owner.participantId, statement });

const choice = (decision: Decision, electorate: number): string | undefined => chosen(decision, answersOf(decision), electorate);

/** The option that is decided at once, because no answer that is missing can change it. */
function decided(decision: Decision): string | undefined {
  const option = choice(decision, decision.voters.length);
  return decision.rule === 'no-objection' && option !== objection ? undefined : option;
}

/** Whether it can only lapse: everybody has answered who still can, and nothing happens at the end of its time. */
function isSettled(state: SpaceState, { voters, rule, fallback }: Decision): boolean {
  const isOutstanding = ({ participantId, answer }: Voter) => answer === undefined && isHere(state, participantId);
  return rule !== 'no-objection' && fallback === undefined && !voters.some(isOutstanding);
}

const ended = (decision: Decision, outcome: string | undefined, how: Omit<DecisionEnd, 'state' | 'outcome'>): Decision => ({
  ...decision,
  end: { state: outcome === undefined ? 'lapsed' : 'decided', outcome, ...how },
});

const about = ({ title }: Pick<Decision, 'title'>): string => inQuotes(title);

/** The texts of the messages about a decision. */
export const messages = {
  asked: (decision: Decision): string => `I ask for a decision: ${about(decision)}`,
  ended: (decision: Decision): string => {
    const { state, outcome } = decision.end!;
    return outcome === undefined
      ? `The decision ${about(decision)} is ${state}`
      : `The decision ${about(decision)} has ended: ${inQuotes(decision.options.find(({ id }) => id === outcome)!.label)}`;
  },
};
