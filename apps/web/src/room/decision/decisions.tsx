import './decision.css';
import { useId } from 'preact/hooks';
import type { Room } from '../../space/room.ts';
import { ShownLink } from '../shown-link.tsx';
import { hash } from '../shown.ts';
import { hashOf } from './address.ts';
import { DecisionLinks } from './links.tsx';
import { decisionListOf } from './list.ts';
import { waitsFor } from './words.ts';

/** Others are in the panel. */
const mostShown = 4;

/** The open decisions beside the list of people: those that wait for the reader first. */
export function Decisions({ room }: { room: Room }) {
  const titleId = useId();
  const decisions = decisionListOf(room).decisions.value ?? [];
  const waiting = decisions.filter((each) => waitsFor(each, room.me));
  const others = decisions.filter((each) => !waiting.includes(each));
  const canAsk = !room.isReader.value && room.ended.value === undefined;
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>
        Decisions <small>{decisions.length}</small>
      </h2>
      {decisions.length === 0 && <p class="empty">Questions that end in an answer, and approvals of a version.</p>}
      <DecisionLinks decisions={[...waiting, ...others].slice(0, mostShown)} me={room.me} shown={hash.value} />
      <div class="decision-buttons">
        {canAsk && (
          <ShownLink to={hashOf({ view: 'ask' })} class="button quiet">
            Ask for a decision
          </ShownLink>
        )}
        <ShownLink to={hashOf({ view: 'list' })} class="button quiet">
          All<span class="unseen"> decisions</span>
        </ShownLink>
      </div>
    </section>
  );
}
