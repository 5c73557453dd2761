import '../notice.css';
import '../panel.css';
import './decision.css';
import { useEffect, useRef } from 'preact/hooks';
import { Refusal } from '../../design/refusal.tsx';
import type { Room } from '../../space/room.ts';
import { BackButton } from '../back-button.tsx';
import { ShownLink } from '../shown-link.tsx';
import { hashOf, shownIn } from './address.ts';
import { Ask } from './ask.tsx';
import { decisionIn } from './known-decision.ts';
import { Overview } from './overview.tsx';
import { WholeDecision } from './whole.tsx';

const titles = { list: 'Decisions', decision: 'Decision', ask: 'Ask for a decision' };

/** The decisions, one of them, or the question for a new one, beside the conversation. */
export function DecisionPanel({ room, hash }: { room: Room; hash: string }) {
  const shown = shownIn(hash);
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // What was pressed is often gone with the view before.
    if (document.activeElement === document.body) body.current?.focus();
  }, [hash]);
  if (!shown) return null;
  return (
    <>
      <header class="panel-header">
        <BackButton />
        <h2>{titles[shown.view]}</h2>
        {shown.view === 'decision' && (
          <ShownLink to={hashOf({ view: 'list' })} class="button quiet">
            All decisions
          </ShownLink>
        )}
      </header>
      <div class="panel-body" key={hash} ref={body} tabIndex={-1}>
        {shown.view === 'list' && <Overview room={room} />}
        {shown.view === 'ask' && <Ask room={room} about={shown.about} />}
        {shown.view === 'decision' && <OneDecision room={room} decisionId={shown.decisionId} />}
      </div>
    </>
  );
}

function OneDecision({ room, decisionId }: { room: Room; decisionId: string }) {
  const known = decisionIn(room, decisionId);
  useEffect(() => known.follow(room), [known]);
  const refusal = known.refusal.value;
  return (
    <>
      <WholeDecision known={known} room={room} />
      {!known.view.value && !refusal && <p role="status">Loading…</p>}
      <Refusal text={refusal} />
    </>
  );
}
