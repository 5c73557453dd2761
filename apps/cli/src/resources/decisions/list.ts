import type { DecisionView } from '@parley/sdk';
import type { Verb } from '../../command.ts';
import { localTime } from '../../local-time.ts';
import { short } from '../../naming.ts';
import { everyDecision, waitsFor } from './named.ts';
import { labelOf } from './option.ts';

export const list: Verb<{ all?: boolean; mine?: boolean }, []> = async (context, { all, mine }) => {
  const space = await context.space();
  const me = space.participantId;
  context.out.list(
    await everyDecision(space, all ? 'all' : 'open', mine),
    {
      id: ({ decisionId }) => short(decisionId),
      title: ({ title }) => title,
      options: ({ options }) => options.map(({ label }) => label).join(', '),
      answers: ({ voters }) => `${voters.filter(({ answered }) => answered).length} of ${voters.length}`,
      state: (decision) => (waitsFor(decision, me) ? 'waits for you' : stateOf(decision)),
      until: ({ state, expiresAt }) => (state === 'open' && expiresAt !== undefined ? localTime(expiresAt) : ''),
    },
    all ? 'No decisions' : 'No open decisions; --all lists those that have ended too',
  );
};

const stateOf = (decision: DecisionView): string =>
  decision.outcome === undefined ? decision.state : labelOf(decision, decision.outcome);
