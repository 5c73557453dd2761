import type { ArtifactDiff, ArtifactVersionWithContent, DecisionView } from '@parley/sdk';
import type { CompactSpace } from '@parley/sdk/compact';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Link } from '../../app/link.tsx';
import { roomAddress } from '../../app/place.ts';
import { whyNot } from '../../space/refusal.ts';
import type { Room } from '../../space/room.ts';
import { Markdown } from '../../text/markdown.tsx';
import { hashOf } from '../artifact/address.ts';
import { Difference } from '../artifact/difference.tsx';
import { ShownLink } from '../shown-link.tsx';

interface PinnedProps {
  artifact: NonNullable<DecisionView['artifact']>;
  space: CompactSpace;
  room: Room | undefined;
}

/** The version that a decision is about, and how the present one differs from it. */
export function PinnedVersion({ artifact, space, room }: PinnedProps) {
  const { artifactId, name, version } = artifact;
  const present = room?.artifacts.value.find(({ id }) => id === artifactId)?.version ?? artifact.currentVersion;
  const hash = hashOf({ view: 'version', artifactId, about: String(version) });
  const words = (
    <>
      <bdi>{name}</bdi>, version {version}
    </>
  );
  return (
    <div class="pinned">
      <p>About {room ? <ShownLink to={hash}>{words}</ShownLink> : <Link to={roomAddress(space.spaceId) + hash}>{words}</Link>}</p>
      <Disclosure summary={`Read version ${version}`}>
        <PinnedText space={space} artifactId={artifactId} version={version} />
      </Disclosure>
      {present === undefined && <p class="notice">The artifact was deleted since. Answers are about version {version}.</p>}
      {present !== undefined && present !== version && (
        <div class="notice">
          <p>
            <strong>The text has moved on:</strong> it is now version {present}. Answers are about version {version} only.
          </p>
          <Disclosure summary={`What has changed since version ${version}`}>
            <Since key={present} space={space} artifactId={artifactId} from={version} to={present} />
          </Disclosure>
        </div>
      )}
    </div>
  );
}

/** What is loaded when it is first opened. */
function Disclosure({ summary, children }: { summary: string; children: ComponentChildren }) {
  const [isOpen, open] = useState(false);
  return (
    <details onToggle={(event) => open(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && children}
    </details>
  );
}

function PinnedText({ space, artifactId, version }: { space: CompactSpace; artifactId: string; version: number }) {
  const [read, refusal] = useRead<ArtifactVersionWithContent>(() => space.call('getArtifactVersion', { artifactId, version }));
  if (!read) return <p role={refusal ? 'alert' : 'status'}>{refusal || 'Loading…'}</p>;
  return (
    <div class="pinned-text" tabIndex={0} role="group" aria-label={`Version ${version}`}>
      {read.content.trim() ? <Markdown text={read.content} /> : <p class="empty">This version is empty.</p>}
    </div>
  );
}

function Since({ space, ...versions }: { space: CompactSpace; artifactId: string; from: number; to: number }) {
  const [diff, refusal] = useRead<ArtifactDiff>(() => space.call('diffArtifact', versions));
  return diff ? <Difference diff={diff} /> : <p role={refusal ? 'alert' : 'status'}>{refusal || 'Comparing…'}</p>;
}

function useRead<Result>(read: () => PromiseLike<Result>): readonly [Result | undefined, string] {
  const [result, hold] = useState<Result>();
  const [refusal, refuse] = useState('');
  useEffect(() => void read().then(hold, (error: unknown) => refuse(whyNot(error))), []);
  return [result, refusal];
}
