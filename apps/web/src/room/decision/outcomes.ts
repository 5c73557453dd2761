import type { Room } from '../../space/room.ts';
import type { Outcome } from '../resource.ts';
import { hashOf } from './address.ts';
import { labelOf, stateNames, turnout } from './words.ts';

const most = 50;

/** The newest decisions, without those that were withdrawn. */
export async function outcomesIn({ space }: Room): Promise<Outcome[]> {
  const { decisions } = await space.call('listDecisions', { state: 'all', limit: most });
  return decisions
    .filter(({ state }) => state !== 'withdrawn')
    .map((decision) => {
      const { decisionId, title, state, outcome } = decision;
      const end = outcome === undefined ? stateNames[state] : labelOf(decision, outcome);
      return {
        of: state === 'open' ? 'open' : 'decided',
        title,
        note: state === 'open' ? turnout(decision) : end,
        hash: hashOf({ view: 'decision', decisionId }),
      };
    });
}
