import './keys.css';
import type { Message } from '@parley/sdk';
import { useEffect } from 'preact/hooks';
import { later } from '../../app/later.tsx';
import { isInField } from '../../design/field.ts';
import { isEmpty } from '../../space/drafts.ts';
import type { Room } from '../../space/room.ts';
import { closeDialog, dialog } from '../dialogs.ts';
import { whyNotCorrectable } from '../timeline/correctable.ts';
import { focusedLine, followFocus, goesOn, isAmongLines, walk } from './walk.ts';

const Help = later(async () => (await import('./help.tsx')).Help);
const Palette = later(async () => (await import('./palette.tsx')).Palette);

/** The keys of a room, and the ways around what is before the messages. */
export function Keys({ room }: { room: Room }) {
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    addEventListener('keydown', (event) => press(event, room), { signal });
    followFocus(signal);
    return () => leaving.abort();
  }, [room]);
  return (
    <>
      <nav class="skip" aria-label="Skip">
        <button type="button" onClick={() => document.querySelector<HTMLElement>('.timeline')?.focus()}>
          Skip to the messages
        </button>
        <button type="button" onClick={() => document.getElementById('text')?.focus()}>
          Skip to writing
        </button>
      </nav>
      {dialog.value === 'keys' && <Help onClose={closeDialog} />}
      {dialog.value === 'palette' && <Palette room={room} />}
    </>
  );
}

function press(event: KeyboardEvent, room: Room): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target, defaultPrevented, isComposing } = event;
  if (defaultPrevented || isComposing || altKey || (target instanceof Element && target.closest('dialog'))) return;
  const done = (act: () => void) => {
    event.preventDefault();
    act();
  };
  if (ctrlKey || metaKey) {
    // No letter: it works while one writes, too.
    if (key.toLowerCase() === 'k' && !shiftKey) done(() => (dialog.value = 'palette'));
    return;
  }
  if (isInField(target)) return;
  const by = steps[key];
  if (by !== undefined && !shiftKey) {
    const isArrow = key.startsWith('Arrow');
    if (isArrow && (!isAmongLines(target) || goesOn(by))) return;
    return done(() => walk(by));
  }
  if (key === '?') return done(() => (dialog.value = 'keys'));
  const message = shiftKey ? undefined : messageIn(focusedLine(), room);
  if (!message || room.isReader.peek()) return;
  if (key === 'r') return done(() => room.drafts.answer(message.id));
  if (key === 'e' && canCorrect(message, room)) return done(() => room.drafts.correct(message.id, message.content));
}

const steps: Partial<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

function messageIn(line: HTMLElement | null, room: Room): Message | undefined {
  const sequence = Number(line?.id.slice(1));
  const entry = room.entries.peek().find((each) => each.sequence === sequence);
  return entry?.kind === 'message' ? entry.message : undefined;
}

/** What is being written would be lost. */
const canCorrect = (message: Message, room: Room): boolean =>
  message.senderId === room.me && whyNotCorrectable(message) === undefined && isEmpty(room.drafts.draft.peek());
