import './counts.css';
import { counted } from '@parley/core/words';
import type { ArtifactDiff } from '@parley/sdk';

/** How much differs: `+3 −1`. */
export const Counts = ({ diff: { added, removed } }: { diff: Pick<ArtifactDiff, 'added' | 'removed'> }) => (
  <span class="counts" title={`${counted(added, 'line')} added, ${counted(removed, 'line')} removed`}>
    <span class="added">
      +{added}
      <span class="unseen"> added</span>
    </span>{' '}
    <span class="removed">
      −{removed}
      <span class="unseen"> removed</span>
    </span>
  </span>
);
