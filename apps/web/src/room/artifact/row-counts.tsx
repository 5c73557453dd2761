import type { ArtifactDiff } from '@parley/sdk';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Counts } from './counts.tsx';
import { onceSeen } from './once-seen.ts';
import type { Opened } from './opened.ts';

/** How much a version changed. It is asked for once it is seen: lists of versions do not tell. */
export function RowCounts({ opened, version }: { opened: Opened; version: number }) {
  const place = useRef<HTMLParagraphElement>(null);
  const [diff, hold] = useState<ArtifactDiff>();
  useEffect(() => {
    const stop = new AbortController();
    const call = { signal: stop.signal, maxRetries: 0 };
    // The version before may be stored no more.
    const read = () => void opened.artifact.value!.diff(version - 1, version, call).then(hold, () => {});
    const unsee = onceSeen(place.current!, read);
    return () => {
      unsee();
      stop.abort();
    };
  }, [version]);
  return (
    <p class="row-counts" ref={place}>
      {diff && <Counts diff={diff} />}
    </p>
  );
}
