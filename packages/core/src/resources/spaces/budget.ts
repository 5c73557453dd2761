import { ServiceError } from '../../kernel/errors.ts';
import { budgetReached } from './facts.ts';
import { type Fact } from '../../kernel/facts.ts';
import type { Participant } from '../participants/entity.ts';
import type { Changes, SpaceState } from '../../kernel/state.ts';

/**
 * The loop guard (decisions §14): how many messages the participants who are not `isHuman` can send before one who is speaks again.
 * Only a space with an `agentBudget` counts.
 */
export interface Usage {
  readonly limit: number;
  /** Messages since the last human message, by all participants and by one of them. */
  readonly used: number;
  readonly mine: number;
}

/** Small budgets and large groups: a participant can always send this many, as long as the budget lasts. */
export const leastShare = 3;

/** How many messages one participant can send. Rounded up, so that the shares together cover the budget. */
export const fairShare = (limit: number, speakers: number): number => Math.max(leastShare, Math.ceil(limit / speakers));

/** Undefined if the space has no budget. */
export function usageOf(
  { space: { agentBudget: limit }, spending }: Pick<SpaceState, 'space' | 'spending'>,
  participantId?: string,
): Usage | undefined {
  if (limit === undefined) return undefined;
  let used = 0;
  for (const { messages } of spending.values()) used += messages;
  return { limit, used, mine: spending.get(participantId ?? '')?.messages ?? 0 };
}

type Sender = Pick<Participant, 'participantId' | 'isHuman'>;

interface Spent {
  changes?: Changes;
  events: readonly Fact[];
}

const nothing: Spent = { events: [] };

/** Why somebody cannot send a message: the budget, or their fair share of it, is used up. */
export function refusal(state: SpaceState, { participantId, isHuman }: Sender): ServiceError | undefined {
  const usage = usageOf(state, participantId);
  if (!usage || isHuman) return undefined;
  const { limit, used, mine } = usage;
  if (used >= limit) return spent('The agent budget is used up', usage);
  return mine >= fairShare(limit, speakersWith(state, mine))
    ? spent('Your fair share of the agent budget is used up', usage)
    : undefined;
}

/** How many messages somebody can send before a human speaks; undefined if nothing limits that. */
export function left(state: SpaceState, { participantId, isHuman }: Sender): number | undefined {
  const usage = usageOf(state, participantId);
  if (!usage || isHuman) return undefined;
  const { limit, used, mine } = usage;
  return Math.max(0, Math.min(limit - used, fairShare(limit, speakersWith(state, mine)) - mine));
}

const speakersWith = ({ spending }: SpaceState, mine: number): number => spending.size + (mine === 0 ? 1 : 0);

/** Counts one message. Throws `budget_spent` if the budget, or the fair share of the sender, is used up. */
export function spend(state: SpaceState, sender: Sender): Spent {
  if (state.space.agentBudget === undefined) return nothing;
  const { participantId, isHuman } = sender;
  const usage = usageOf(state, participantId)!;
  if (isHuman) return usage.used === 0 ? nothing : { changes: forgetting(state), events: [] };
  const { limit, used, mine } = usage;
  const refused = refusal(state, sender);
  if (refused) throw refused;
  return {
    changes: { spending: [{ participantId, messages: mine + 1 }] },
    events: notices(usage, { limit, used: used + 1 }),
  };
}

/** Starts to count from zero. */
export function reset(state: SpaceState): Spent {
  const usage = usageOf(state);
  if (!usage || usage.used === 0) return nothing;
  return { changes: forgetting(state), events: [budgetReached({ limit: usage.limit, used: 0, percent: 0 })] };
}

/** The changes that a new limit causes. The messages of a space are not counted while it has no limit. */
export function limitTo(state: SpaceState, limit: number | undefined): Spent {
  if (limit === undefined) return { changes: forgetting(state), events: [] };
  const before = usageOf(state);
  return before ? { events: notices(before, { limit, used: before.used }) } : nothing;
}

const forgetting = ({ spending }: SpaceState): Changes =>
  spending.size === 0 ? {} : { forgotten: { spending: [...spending.values()] } };

const levels = [100, 80] as const;

/** Announces the highest level that was not reached before. */
function notices(before: Omit<Usage, 'mine'>, after: Omit<Usage, 'mine'>): Fact[] {
  const isAt = ({ limit, used }: Omit<Usage, 'mine'>, percent: number) => used * 100 >= limit * percent;
  const percent = levels.find((level) => isAt(after, level));
  return percent === undefined || isAt(before, percent) ? [] : [budgetReached({ ...after, percent })];
}

const spent = (message: string, budget: Usage): ServiceError =>
  new ServiceError('budget_spent', `${message}: wait until a human speaks, or the owner resets the budget`, { budget });
