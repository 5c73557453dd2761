import './composer.css';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { later } from '../../app/later.tsx';
import { Icon } from '../../design/icon.tsx';
import { isEmpty } from '../../space/drafts.ts';
import { draftOf, outgoingOf } from '../../space/outbox.ts';
import type { Room } from '../../space/room.ts';
import { complete, listId, optionOf } from './mention.ts';
import { useMention } from './use-mention.ts';

const Addressees = later(async () => (await import('./addressees.tsx')).Addressees);
const Mentions = later(async () => (await import('./mentions.tsx')).Mentions);
const Replying = later(async () => (await import('./replying.tsx')).Replying);
const Tools = later(async () => (await import('./tools.tsx')).Tools);
const Attached = later(async () => (await import('./attached.tsx')).Attached);
const isTouch = matchMedia('(pointer: coarse)');
/** Safari reports the Enter that ends a composition after its end, with this code. */
const composing = 229;

export function Composer({ room }: { room: Room }) {
  const [refusal, refuse] = useState('');
  const [isAdding, add] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const written = useRef<() => void>(undefined);
  const draft = room.drafts.draft.value;
  const answers = room.drafts.answers.value;
  const isReader = room.isReader.value;
  const isUploading = room.drafts.uploads.value.length > 0;
  const canSend = !isReader && !isEmpty(draft) && !isUploading;

  const write = (text: string, caret: number, then?: (field: HTMLTextAreaElement) => void) => {
    written.current = () => {
      field.current!.setSelectionRange(caret, caret);
      then?.(field.current!);
    };
    room.drafts.change({ text });
    if (refusal) refuse('');
  };
  // The caret moves once the text is there, and before the next key.
  useLayoutEffect(() => {
    written.current?.();
    written.current = undefined;
  });
  const mention = useMention(room, ({ participantId, name }, where) => {
    const { text, caret } = complete(draft.text, where, name);
    address(participantId);
    write(text, caret);
  });

  useEffect(() => {
    // In the sample at home nothing can have the focus, but WebKit would take it from where somebody types.
    if (field.current?.closest('[inert]')) return;
    if (answers > 0 || !isTouch.matches) field.current?.focus();
  }, [answers]);
  useEffect(takeDrops, []);
  useEffect(takeBack, [room.outbox.messages.value]);
  useEffect(direct, [room.addressing.value]);

  /** Files can be dropped anywhere in the room: beside it, the browser would leave the page and show them. */
  function takeDrops() {
    const place = form.current!.closest('.room')!;
    const drop = (event: Event) => {
      const { type, dataTransfer, defaultPrevented } = event as DragEvent;
      if (defaultPrevented || !dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      place.classList.toggle('dropping', type === 'dragover');
      if (type === 'drop') attach(dataTransfer.files);
    };
    const types = ['dragover', 'dragleave', 'drop'];
    for (const type of types) place.addEventListener(type, drop);
    return () => types.forEach((type) => place.removeEventListener(type, drop));
  }

  /** Directs the draft to somebody, too. A correction directs to nobody. */
  function address(participantId: string) {
    const { to = [], replaces } = room.drafts.draft.peek();
    if (replaces === undefined && !to.includes(participantId)) room.drafts.change({ to: [...to, participantId] });
  }

  /** Somebody was chosen in the list of people. */
  function direct() {
    const addressee = room.addressing.value;
    if (addressee === undefined) return;
    address(addressee);
    room.addressing.value = undefined;
    field.current?.focus();
  }

  /** A message that the service refused is a draft again, unless there is another one. */
  function takeBack() {
    const refused = room.outbox.messages.value.find((each) => each.refusal !== undefined);
    if (!refused || !document.hasFocus() || !isEmpty(room.drafts.draft.peek())) return;
    room.outbox.remove(refused);
    room.drafts.replace(draftOf(refused));
    refuse(`Not sent. ${refused.refusal}`);
  }

  function send(event: SubmitEvent) {
    event.preventDefault();
    if (!canSend) return;
    refuse('');
    mention.close();
    // The outbox has stored it before the draft is gone.
    room.outbox.add(outgoingOf(draft));
    room.drafts.replace();
    field.current!.focus();
  }

  /** `isAsFile`: also an image is a file. */
  function attach(files: Iterable<File>, isAsFile = false) {
    // They are gone when their event is over.
    const all = [...files];
    if (all.length === 0 || room.isReader.peek()) return;
    void attempt(async () => (await import('./attach.ts')).attach(room, all, isAsFile));
  }

  /** Says why something was not done. */
  async function attempt(work: () => Promise<string>) {
    refuse(await work().catch((error: Error) => error.message));
  }

  const typed = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === composing) return;
    if (mention.typed(event)) return;
    if (event.key === 'ArrowUp' && isEmpty(draft)) {
      event.preventDefault();
      return void attempt(async () => (await import('./recall.ts')).recall(room));
    }
    if (event.key === 'Escape' && draft.replaces !== undefined) return room.drafts.replace();
    if (event.key !== 'Enter' || event.shiftKey || isTouch.matches) return;
    event.preventDefault();
    form.current!.requestSubmit();
  };
  const paste = (event: ClipboardEvent) => {
    const { files } = event.clipboardData!;
    if (files.length === 0) return;
    event.preventDefault();
    attach(files);
  };
  const choose = (event: Event, isAsFile: boolean) => {
    const input = event.currentTarget as HTMLInputElement;
    attach(input.files!, isAsFile);
    add(false);
    input.value = '';
  };
  const callSomebody = () => {
    add(false);
    const { selectionStart: at } = field.current!;
    const sign = at === 0 || /\s$/.test(draft.text.slice(0, at)) ? '@' : ' @';
    write(draft.text.slice(0, at) + sign + draft.text.slice(at), at + sign.length, mention.look);
    field.current!.focus();
  };
  const { people, selected } = mention;
  const active = people[selected];
  return (
    <form class="composer" ref={form} onSubmit={send}>
      <div class="frame">
        {room.isMuted.value && (
          <p class="muted" role="status">
            The owner muted you. You can read, but not write. Your draft is kept.
          </p>
        )}
        {(draft.replaces ?? draft.replyTo) && <Replying draft={draft} room={room} />}
        {draft.to && <Addressees draft={draft} room={room} />}
        {(draft.image ?? draft.attachments ?? isUploading) && <Attached room={room} />}
        {people.length > 0 && <Mentions people={people} selected={selected} pick={mention.pick} />}
        <div class="write">
          <button
            type="button"
            class="quiet icon-only"
            aria-label="Add to the message"
            aria-expanded={isAdding}
            title="Direct it to somebody, add an image or files"
            onClick={() => add(!isAdding)}
          >
            <Icon name="add" />
          </button>
          <label for="text" class="unseen">
            Message
          </label>
          <textarea
            id="text"
            ref={field}
            rows={1}
            placeholder="Write a message"
            enterkeyhint={isTouch.matches ? 'enter' : 'send'}
            dir="auto"
            readOnly={isReader}
            value={draft.text}
            aria-autocomplete="list"
            aria-controls={active && listId}
            aria-activedescendant={active && optionOf(active.participantId)}
            onInput={(event) => {
              room.drafts.change({ text: event.currentTarget.value });
              if (refusal) refuse('');
              mention.look(event.currentTarget);
            }}
            onClick={(event) => mention.look(event.currentTarget)}
            onBlur={mention.close}
            onKeyDown={typed}
            onPaste={paste}
          />
          <button disabled={!canSend}>Send</button>
        </div>
        {isAdding && <Tools {...{ isReader, callSomebody, choose }} canDirect={draft.replaces === undefined} />}
        <p class="said-no" role="alert">
          {refusal}
        </p>
      </div>
    </form>
  );
}
