import type { ArtifactVersion } from '@parley/sdk';
import { useEffect, useState } from 'preact/hooks';
import type { Opened } from './opened.ts';
import { RowCounts } from './row-counts.tsx';
import { Slider } from './slider.tsx';
import { RestoreButton } from './restore-button.tsx';
import { ShownLink } from '../shown-link.tsx';
import { VersionLine } from './version-line.tsx';
import { hashOf } from './address.ts';

const pageSize = 30;

/** All versions, the newest first. */
export function History({ opened }: { opened: Opened }) {
  const { artifactId } = opened;
  const present = opened.view.value!.version;
  const [versions, hold] = useState<readonly ArtifactVersion[]>();
  const [refusal, refuse] = useState('');
  const load = (before?: number) =>
    opened.artifact.value!.history({ before, limit: pageSize }).then(
      (page) => hold((known = []) => (before === undefined ? page : [...known, ...page])),
      (error: Error) => refuse(error.message),
    );
  useEffect(() => void load(), [present]);
  const oldest = versions?.at(-1)?.version;
  return (
    <>
      <p class="said-no" role="alert">
        {refusal}
      </p>
      {!versions && !refusal && <p role="status">Loading…</p>}
      {versions && present > 1 && <Slider opened={opened} />}
      <ol class="history">
        {versions?.map((each) => (
          <li key={each.version}>
            <VersionLine version={each} opened={opened} />
            {each.kept && each.version > 1 && <RowCounts opened={opened} version={each.version} />}
            <div class="actions">
              {each.kept ? (
                <>
                  <ShownLink to={hashOf({ view: 'version', artifactId, about: String(each.version) })} class="button quiet">
                    View<span class="unseen"> version {each.version}</span>
                  </ShownLink>
                  {each.version > 1 && (
                    <ShownLink
                      to={hashOf({ view: 'changes', artifactId, about: `${each.version - 1}..${each.version}` })}
                      class="button quiet"
                    >
                      Changes<span class="unseen"> of version {each.version}</span>
                    </ShownLink>
                  )}
                  {each.version < present && <RestoreButton opened={opened} version={each.version} />}
                </>
              ) : (
                <small>The text of this old version is no longer stored.</small>
              )}
            </div>
          </li>
        ))}
      </ol>
      {oldest !== undefined && oldest > 1 && (
        <div class="actions">
          <button type="button" class="quiet" onClick={() => load(oldest)}>
            Older versions
          </button>
        </div>
      )}
    </>
  );
}
