import type { ArtifactVersionWithContent } from '@parley/sdk';
import { useEffect, useState } from 'preact/hooks';
import { Markdown } from '../../text/markdown.tsx';
import { Offers } from './offers.tsx';
import type { Opened } from './opened.ts';
import type { OffersFor } from '../resource.ts';
import { RestoreButton } from './restore-button.tsx';
import { ShownLink } from '../shown-link.tsx';
import { VersionLine } from './version-line.tsx';
import { hashOf } from './address.ts';

/** One version as it was. */
export function OldVersion({ opened, version, offersFor }: { opened: Opened; version: number; offersFor: OffersFor }) {
  const [old, hold] = useState<ArtifactVersionWithContent>();
  const [refusal, refuse] = useState('');
  useEffect(() => {
    opened.artifact.value!.at(version).then(hold, (error: Error) => refuse(error.message));
  }, []);
  const { artifactId, room } = opened;
  const canWrite = !room.isMuted.value && room.ended.value === undefined;
  const present = opened.view.value!.version;
  return (
    <>
      <p class="said-no" role="alert">
        {refusal}
      </p>
      {!old && !refusal && <p role="status">Loading…</p>}
      {old && (
        <>
          <div class="notice">
            <VersionLine version={old} opened={opened} />
            <div class="actions">
              {version < present && <RestoreButton opened={opened} version={version} />}
              {version !== present && (
                <ShownLink to={hashOf({ view: 'changes', artifactId, about: `${version}..${present}` })} class="button quiet">
                  Compare with version {present}
                </ShownLink>
              )}
              {canWrite && <Offers offers={offersFor(artifactId, version)} />}
            </div>
          </div>
          <article class="artifact-text" dir="auto">
            {old.content.trim() ? <Markdown text={old.content} isDocument /> : <p class="empty">This version is empty.</p>}
          </article>
        </>
      )}
    </>
  );
}
