import type { DecisionView, Space } from '@parley/sdk';
import { matching } from '@parley/core/names';
import { Failure } from '../../failure.ts';
import { isId, short, theOne } from '../../naming.ts';

const mostPerPage = 50;

/** The decisions of a space without their texts, newest first. */
export async function everyDecision(space: Space, state: 'open' | 'all', mine = false): Promise<DecisionView[]> {
  const all: DecisionView[] = [];
  for (let before: number | undefined; ;) {
    const { decisions, hasMore } = await space.call('listDecisions', { state, mine, before, limit: mostPerPage });
    all.push(...decisions);
    const oldest = decisions.at(-1)?.sequence ?? 0;
    if (!hasMore || oldest >= (before ?? Infinity)) return all;
    before = oldest;
  }
}

/** A decision by its title, its number, its id or the start of one; an open one, if it fits one. */
export async function decisionNamed(space: Space, query: string): Promise<DecisionView> {
  const wanted = query.toLowerCase();
  const decisionId = isId(wanted) ? wanted : (await meant(space, query)).decisionId;
  return space.call('getDecision', { decisionId });
}

async function meant(space: Space, query: string): Promise<DecisionView> {
  const open = await everyDecision(space, 'open');
  const isOpen = matching(open, query, handleOf).length > 0;
  return theOne('decision', isOpen ? open : await everyDecision(space, 'all'), query, handleOf);
}

const handleOf = ({ decisionId: id, title, sequence }: DecisionView) => ({ id, names: [title], sequence });

/** The only decision that waits for the caller's answer. */
export async function onlyDecision(space: Space): Promise<DecisionView> {
  const me = await callerIn(space);
  const waiting = (await everyDecision(space, 'open', true)).filter((each) => waitsFor(each, me));
  const [found, ...others] = waiting;
  if (!found) throw new Failure('notFound', 'No decision waits for your answer', '`parley decisions` lists the open ones');
  if (others.length > 0) {
    const all = waiting.map(({ decisionId, title }) => `${title} ${short(decisionId)}`).join(', ');
    throw new Failure('usage', `Which decision? ${waiting.length} wait for your answer: ${all}`, 'name one of them');
  }
  return space.call('getDecision', { decisionId: found.decisionId });
}

/** Whether a decision still needs the answer of a participant. */
export const waitsFor = ({ state, voters }: DecisionView, participantId: string | undefined): boolean =>
  state === 'open' && voters.some((each) => each.participantId === participantId && !each.answered);

/** Who the caller is: a key from the environment does not say. */
export const callerIn = async (space: Space): Promise<string> =>
  space.participantId ?? (await space.call('catchUp', { budget: 200 })).you.participantId;
