import type { Message } from '@parley/sdk';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Refusal } from '../../design/refusal.tsx';
import { newest } from '../../space/newest.ts';
import { whyNot } from '../../space/refusal.ts';
import type { Room } from '../../space/room.ts';
import { Said } from './said.tsx';

/** Events that are read before and after a place, and at a time further on. */
const step = 30;

/** The conversation around a message that is too far back to scroll to. */
export function Around({ room, sequence }: { room: Room; sequence: number }) {
  const [messages, hold] = useState<readonly Message[]>();
  const [range, extend] = useState({ start: Math.max(1, sequence - step), end: sequence + step });
  const [refusal, refuse] = useState('');
  const place = useRef<HTMLDivElement>(null);
  const isShown = useRef(false);
  useEffect(() => {
    newest(room.space, range.start, range.end).then(hold, (error: unknown) => refuse(whyNot(error)));
  }, [range]);
  useEffect(() => {
    const line = place.current?.querySelector<HTMLElement>(`#m${sequence}`);
    if (!line || isShown.current) return;
    isShown.current = true;
    line.scrollIntoView({ block: 'center' });
    line.focus({ preventScroll: true });
    line.classList.add('found');
  }, [messages]);
  return (
    <div class="panel-body around" ref={place} tabIndex={-1}>
      {!messages && !refusal && <p role="status">Loading…</p>}
      <Refusal text={refusal} />
      {messages && range.start > 1 && (
        <button type="button" class="quiet" onClick={() => extend({ ...range, start: Math.max(1, range.start - step) })}>
          Earlier
        </button>
      )}
      <ol class="lines" aria-label="Messages">
        {messages?.map((message) => (
          <Said key={message.id} message={message} room={room} />
        ))}
      </ol>
      {messages && (
        <button type="button" class="quiet" onClick={() => extend({ ...range, end: range.end + step })}>
          Later
        </button>
      )}
    </div>
  );
}
