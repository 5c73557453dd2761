import type { ArtifactDiff, ArtifactVersionWithContent } from '@parley/sdk';
import { useEffect, useState } from 'preact/hooks';
import { Difference } from './difference.tsx';
import type { Opened } from './opened.ts';
import { VersionLine } from './version-line.tsx';
import { ShownLink } from '../shown-link.tsx';
import { hashOf } from './address.ts';

/** Who pulls it passes versions that need not be read. */
const afterMs = 150;

interface ShownVersion {
  readonly version: ArtifactVersionWithContent;
  /** From the version before. */
  readonly diff: ArtifactDiff | undefined;
}

/** Walks through the versions: who wrote each, and what changed. */
export function Slider({ opened }: { opened: Opened }) {
  const present = opened.view.value!.version;
  const { artifactId } = opened;
  const [chosen, choose] = useState<number>();
  const at = chosen ?? present;
  const [step, hold] = useState<ShownVersion>();
  const [refusal, refuse] = useState('');
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const artifact = opened.artifact.value!;
    const load = async () => {
      try {
        const version = await artifact.at(at, { signal });
        const diff = at > 1 ? await artifact.diff(at - 1, at, { signal }) : undefined;
        hold({ version, diff });
        refuse('');
      } catch (error) {
        if (!signal.aborted) refuse((error as Error).message);
      }
    };
    const timer = setTimeout(() => void load(), afterMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [at]);
  return (
    <section class="slider" aria-label="Through the versions">
      <label for="version-slider">
        Version {at} of {present}
      </label>
      <input
        id="version-slider"
        type="range"
        min={1}
        max={present}
        value={at}
        onInput={(event) => choose(event.currentTarget.valueAsNumber)}
      />
      <p class="said-no" role="alert">
        {refusal}
      </p>
      {step && !refusal && (
        <div class="step" aria-busy={step.version.version !== at}>
          <VersionLine version={step.version} opened={opened} />
          {step.diff ? (
            <>
              <p>
                <ShownLink to={hashOf({ view: 'changes', artifactId, about: `${at - 1}..${at}` })}>
                  Compare with another version
                </ShownLink>
              </p>
              <Difference diff={step.diff} />
            </>
          ) : (
            <p class="empty">With it, the artifact began.</p>
          )}
        </div>
      )}
    </section>
  );
}
