import '../notice.css';
import '../panel.css';
import './artifact.css';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Room } from '../../space/room.ts';
import { Artifacts } from './artifacts.tsx';
import { AmendScreen } from './proposals/amend-screen.tsx';
import { AppendForm } from './append-form.tsx';
import { BackButton } from '../back-button.tsx';
import type { OffersFor } from '../resource.ts';
import { shownIn, type ShownArtifact } from './address.ts';
import { ArtifactHeader } from './artifact-header.tsx';
import { Changes } from './changes.tsx';
import { Gone } from './gone.tsx';
import { History } from './history.tsx';
import { OldVersion } from './old-version.tsx';
import { Opened } from './opened.ts';
import { ProposalReview } from './proposals/review.tsx';
import { Proposals } from './proposals/list.tsx';
import { ProposeScreen } from './proposals/propose-screen.tsx';
import { Reading } from './reading.tsx';
import { WriteScreen } from './write-screen.tsx';

/** The artifacts, or one of them, beside the conversation. */
export function ArtifactPanel({ room, hash, offersFor }: { room: Room; hash: string; offersFor: OffersFor }) {
  const at = shownIn(hash);
  if (!at) return null;
  if (at !== 'list') return <OneArtifact key={at.artifactId} room={room} at={at} offersFor={offersFor} />;
  return (
    <>
      <header class="panel-header">
        <BackButton />
      </header>
      <div class="panel-body">
        <Artifacts room={room} />
      </div>
    </>
  );
}

interface OneArtifactProps {
  room: Room;
  at: ShownArtifact;
  offersFor: OffersFor;
}

function OneArtifact({ room, at, offersFor }: OneArtifactProps) {
  const opened = useMemo(() => new Opened(room, at.artifactId), []);
  useEffect(() => opened.follow(), []);
  const view = opened.view.value;
  // Another view starts at its top; a comparison of other versions is the same view.
  const key = at.view === 'changes' ? at.view : `${at.view} ${at.about}`;
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // What was pressed is often gone with the view before.
    if (document.activeElement === document.body) body.current?.focus();
  }, [key]);
  if (opened.isGone.value) return <Gone opened={opened} />;
  return (
    <>
      <ArtifactHeader opened={opened} at={at} />
      <p class="said" role="status">
        {opened.said.value}
      </p>
      <p class="said-no" role="alert">
        {opened.refusal.value}
      </p>
      <div class="panel-body" key={key} ref={body} tabIndex={-1}>
        {view ? <Body opened={opened} at={at} offersFor={offersFor} /> : !opened.refusal.value && <p role="status">Loading…</p>}
      </div>
    </>
  );
}

function Body({ opened, at: { view, about = '' }, offersFor }: Omit<OneArtifactProps, 'room'> & { opened: Opened }) {
  switch (view) {
    case 'text':
      return <Reading opened={opened} offersFor={offersFor} about={about} />;
    case 'edit':
      return <WriteScreen opened={opened} />;
    case 'propose':
      return <ProposeScreen opened={opened} />;
    case 'append':
      return <AppendForm opened={opened} />;
    case 'history':
      return <History opened={opened} />;
    case 'version':
      return <OldVersion key={about} opened={opened} version={Number(about)} offersFor={offersFor} />;
    case 'changes': {
      const [from, to] = about.split('..').map(Number);
      return <Changes opened={opened} from={from || 1} to={to || opened.view.value!.version} />;
    }
    case 'proposals':
      return <Proposals opened={opened} />;
    case 'proposal':
      return <ProposalReview key={about} opened={opened} proposalId={about} />;
    case 'amend':
      return <AmendScreen key={about} opened={opened} proposalId={about} />;
  }
}
