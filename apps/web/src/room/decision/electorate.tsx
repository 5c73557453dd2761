import type { DecisionView } from '@parley/sdk';
import { labelOf, turnout } from './words.ts';

/** More of them are shown on demand. */
const mostShown = 6;

/** Who was asked, and who has answered what. */
export function Electorate({ decision, me }: { decision: DecisionView; me: string | undefined }) {
  const { voters, tally, options, secret, state } = decision;
  const isHidden = secret === true && state === 'open';
  return (
    <details class="electorate" open={voters.length <= mostShown}>
      <summary>{turnout(decision)}</summary>
      {isHidden && <p>The answers are secret until it ends.</p>}
      {tally && voters.length > 1 && (
        <p>
          {tally.map(({ option, count }, i) => (
            <span key={option}>
              {i > 0 && ', '}
              <bdi>{labelOf({ options }, option)}</bdi>: {count}
            </span>
          ))}
        </p>
      )}
      <ul>
        {voters.map(({ participantId, name, speaker, answered, option, reason, redacted }) => (
          <li key={participantId}>
            <bdi class="voter">{name}</bdi> <span class="tag">{participantId === me ? 'you' : speaker}</span>{' '}
            {answered ? (
              <span class="tag answered">{option === undefined ? 'answered' : <bdi>{labelOf({ options }, option)}</bdi>}</span>
            ) : (
              <span class="tag">{state === 'open' ? 'not yet' : 'no answer'}</span>
            )}
            {reason && (
              <bdi class="reason" dir="auto">
                {reason}
              </bdi>
            )}
            {redacted && <small>The reason was deleted.</small>}
          </li>
        ))}
      </ul>
    </details>
  );
}
