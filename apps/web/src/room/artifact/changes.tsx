import type { ArtifactDiff } from '@parley/sdk';
import { useEffect, useState } from 'preact/hooks';
import { Difference } from './difference.tsx';
import type { Opened } from './opened.ts';
import { show } from '../shown.ts';
import { hashOf } from './address.ts';

interface ChangesProps {
  opened: Opened;
  from: number;
  to: number;
}

/** Compares two versions. */
export function Changes({ opened, from, to }: ChangesProps) {
  const { artifactId } = opened;
  const newest = opened.view.value!.version;
  const [diff, hold] = useState<ArtifactDiff>();
  const [refusal, refuse] = useState('');
  useEffect(() => {
    const stop = new AbortController();
    hold(undefined);
    refuse('');
    opened.artifact
      .value!.diff(from, to, { signal: stop.signal })
      .then(hold, (error: Error) => stop.signal.aborted || refuse(error.message));
    return () => stop.abort();
  }, [from, to]);
  const compare = (older: number, newer: number) => {
    if (older > 0 && newer > 0) show(hashOf({ view: 'changes', artifactId, about: `${older}..${newer}` }), { replace: true });
  };
  return (
    <>
      <h3>What changed</h3>
      <div class="compare">
        <div class="field">
          <label for="compare-from">From version</label>
          <input
            id="compare-from"
            type="number"
            min={1}
            max={newest}
            value={from}
            onChange={(e) => compare(e.currentTarget.valueAsNumber, to)}
          />
        </div>
        <div class="field">
          <label for="compare-to">To version</label>
          <input
            id="compare-to"
            type="number"
            min={1}
            max={newest}
            value={to}
            onChange={(e) => compare(from, e.currentTarget.valueAsNumber)}
          />
        </div>
      </div>
      <p class="said-no" role="alert">
        {refusal}
      </p>
      {diff ? <Difference diff={diff} /> : !refusal && <p role="status">Comparing…</p>}
    </>
  );
}
