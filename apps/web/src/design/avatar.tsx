import type { Reach } from '@parley/sdk';
import { avatarOf } from '../app/place.ts';

/** The dot is for the eye: whoever shows it says the reach in words too. */
export function Avatar({ participantId, reach }: { participantId: string; reach?: Reach | undefined }) {
  return (
    <span class="avatar">
      <img src={avatarOf(participantId)} alt="" width="36" height="36" loading="lazy" />
      {reach && <span class={`reach ${reach}`} />}
    </span>
  );
}
