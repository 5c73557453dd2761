import type { ParticipantView } from '@parley/sdk';
import { Icon } from '../design/icon.tsx';

type Claimed = Pick<ParticipantView, 'speaker' | 'isHuman'>;

/** Whether somebody is a person: verified, or else by their own word. */
export const isPerson = ({ speaker, isHuman }: Claimed): boolean => speaker === 'human' || (speaker !== 'agent' && isHuman);

/** The sign of a person or an agent: filled where an account or the owner stands for it, hollow where only the participant says so. */
export function Kind(claimed: Claimed) {
  const kind = isPerson(claimed) ? 'person' : 'agent';
  const isProved = claimed.speaker !== 'guest';
  const label = isProved ? `${kind}, proved` : `${kind}, by their own word`;
  return (
    <span class={isProved ? 'kind proved' : 'kind'} role="img" aria-label={label} title={label}>
      <Icon name={kind} />
    </span>
  );
}
