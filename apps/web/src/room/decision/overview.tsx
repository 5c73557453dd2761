import type { DecisionView } from '@parley/sdk';
import { useEffect, useState } from 'preact/hooks';
import { Refusal } from '../../design/refusal.tsx';
import { whyNot } from '../../space/refusal.ts';
import type { Room } from '../../space/room.ts';
import { ShownLink } from '../shown-link.tsx';
import { hashOf } from './address.ts';
import { DecisionLinks } from './links.tsx';
import { decisionListOf } from './list.ts';

/** All decisions: the open ones, and those that have ended. */
export function Overview({ room }: { room: Room }) {
  const { decisions, refusal } = decisionListOf(room);
  const open = decisions.value;
  const ended = useEnded(room);
  return (
    <>
      {!room.isReader.value && room.ended.value === undefined && (
        <p>
          <ShownLink to={hashOf({ view: 'ask' })} class="button">
            Ask for a decision
          </ShownLink>
        </p>
      )}
      <section aria-labelledby="open-decisions">
        <h3 id="open-decisions">Open</h3>
        {!open && !refusal.value && <p role="status">Loading…</p>}
        {open?.length === 0 && <p class="empty">Nothing waits to be decided.</p>}
        <DecisionLinks decisions={open ?? []} me={room.me} />
      </section>
      <section aria-labelledby="ended-decisions">
        <h3 id="ended-decisions">Ended</h3>
        {ended.decisions?.length === 0 && <p class="empty">No decision has ended yet.</p>}
        <DecisionLinks decisions={ended.decisions ?? []} me={room.me} />
        {ended.hasMore && (
          <button type="button" class="quiet" onClick={ended.more}>
            Older decisions
          </button>
        )}
      </section>
      <Refusal text={refusal.value || ended.refusal} />
    </>
  );
}

/** Those that have ended, page by page. */
function useEnded(room: Room) {
  const [all, hold] = useState<readonly DecisionView[]>();
  const [hasMore, know] = useState(false);
  const [refusal, refuse] = useState('');
  const load = async (before: readonly DecisionView[]) => {
    try {
      const page = { state: 'all', before: before.at(-1)?.sequence } as const;
      const { decisions, hasMore } = await room.space.call('listDecisions', page);
      hold([...before, ...decisions]);
      know(hasMore);
      refuse('');
    } catch (error) {
      refuse(whyNot(error));
    }
  };
  useEffect(() => void load([]), [room.latest('decision').value, room.latest('text-redacted').value, room.latest('ready').value]);
  return { decisions: all?.filter(({ state }) => state !== 'open'), hasMore, refusal, more: () => load(all ?? []) };
}
