import { useEffect, useRef } from 'preact/hooks';
import type { EditorProps } from './editor.ts';

/** A field of the browser. */
export function PlainEditor({ id, value, onInput, onSave }: EditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current!.focus({ preventScroll: true }), []);
  const typed = (event: KeyboardEvent) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    onSave();
  };
  return (
    <textarea
      id={id}
      ref={field}
      class="text-editor"
      dir="auto"
      spellcheck
      autocomplete="off"
      value={value}
      onInput={(event) => onInput(event.currentTarget.value)}
      onKeyDown={typed}
    />
  );
}
