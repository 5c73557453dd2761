import type { Reach } from '@parley/sdk';
import { avatarOf } from '../app/place.ts';

export const reachInWords: Record<Reach, string> = { live: 'here now', wakeable: 'can be woken', away: 'away' };

export function Avatar({ participantId, reach }: { participantId: string; reach?: Reach | undefined }) {
  return (
    <span class="avatar">
      <img src={avatarOf(participantId)} alt="" width="36" height="36" loading="lazy" />
      {reach && (
        <span class={`reach ${reach}`} title={reachInWords[reach]}>
          <span class="unseen">{reachInWords[reach]}</span>
        </span>
      )}
    </span>
  );
}
