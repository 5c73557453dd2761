import type { Message } from '@parley/sdk';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Refusal } from '../../design/refusal.tsx';
import { useAction } from '../../space/action.ts';
import type { Room } from '../../space/room.ts';

const undoMs = 5_000;

interface DeletingProps {
  message: Message;
  room: Room;
  /** It was taken back, or refused. */
  onEnd(): void;
}

/** A message that is about to be deleted for everyone. It can be taken back until that is sent: after a pause, or when the line or the page goes. */
export function Deleting({ message: { id, sequence }, room, onEnd }: DeletingProps) {
  const box = useRef<HTMLDivElement>(null);
  const undo = useRef<HTMLButtonElement>(null);
  const waits = useRef(true);
  const [isSent, tell] = useState(false);
  const { act, refusal } = useAction((_: void, call) => room.space.call('redactMessage', { messageId: id }, call));
  const focusLine = () => {
    if (box.current?.contains(document.activeElement)) document.getElementById(`m${sequence}`)?.focus();
  };
  const send = () => {
    if (!waits.current) return;
    waits.current = false;
    focusLine();
    tell(true);
    void act();
  };
  const end = () => {
    waits.current = false;
    focusLine();
    onEnd();
  };
  // Before what is focused is taken away.
  useLayoutEffect(() => {
    undo.current?.focus();
    const timer = setTimeout(send, undoMs);
    addEventListener('pagehide', send);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', send);
      focusLine();
      send();
    };
  }, []);
  return (
    <div class="actions" ref={box} role="group" aria-label="Deleting this message">
      <p role="status">{isSent ? 'Deleting…' : 'Will be deleted for everyone in five seconds.'}</p>
      {!isSent && (
        <button type="button" ref={undo} class="small" onClick={end}>
          Undo
        </button>
      )}
      <Refusal text={refusal} />
      {refusal && (
        <button type="button" class="quiet small" onClick={end}>
          Close
        </button>
      )}
    </div>
  );
}
