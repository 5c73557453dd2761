import type { DecisionView } from '@parley/sdk';
import { ShownLink } from '../shown-link.tsx';
import { hashOf } from './address.ts';
import { labelOf, stateNames, waitsFor } from './words.ts';

interface LinksProps {
  decisions: readonly DecisionView[];
  me: string;
  /** The hash that is open. */
  shown?: string;
}

/** Decisions in one line each. */
export const DecisionLinks = ({ decisions, me, shown }: LinksProps) => (
  <ul class="decision-links" role="list">
    {decisions.map((decision) => {
      const { decisionId, title, state, outcome } = decision;
      const hash = hashOf({ view: 'decision', decisionId });
      return (
        <li key={decisionId}>
          <ShownLink to={hash} class="section-link" isCurrent={hash === shown}>
            <bdi>{title}</bdi>{' '}
            <span class={`tag decision-${state}`}>
              {outcome === undefined ? stateNames[state] : <bdi>{labelOf(decision, outcome)}</bdi>}
            </span>{' '}
            {waitsFor(decision, me) && <span class="tag attention">waits for you</span>}
          </ShownLink>
        </li>
      );
    })}
  </ul>
);
