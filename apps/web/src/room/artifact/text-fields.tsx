import { useEffect, useRef, useState } from 'preact/hooks';
import { Markdown } from '../../text/markdown.tsx';
import { TextEditor } from './text-editor.tsx';
import type { WorkingText } from './working-text.ts';

interface TextFieldsProps {
  work: WorkingText;
  onSave(): void;
  /** What the note is for; without it, there is none. */
  noteLabel?: string;
  noteCharacters?: number;
  isReadOnly?: boolean;
}

/** A text with its preview, and why it was written. */
export function TextFields({ work, onSave, noteLabel, noteCharacters, isReadOnly = false }: TextFieldsProps) {
  const [isPreview, preview] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => fields.current!.querySelector('textarea')!.focus({ preventScroll: true }), []);
  return (
    <>
      <div class="text-fields" ref={fields}>
        <div class="text-fields-head">
          <label for="artifact-content">Text, in Markdown</label>
          <button type="button" class="quiet" aria-pressed={isPreview} onClick={() => preview(!isPreview)}>
            Preview
          </button>
        </div>
        {isPreview ? (
          <article class="artifact-text preview" dir="auto" tabIndex={0} aria-label="Preview">
            {work.text.trim() ? <Markdown text={work.text} /> : <p class="empty">The text is empty.</p>}
          </article>
        ) : (
          <TextEditor
            id="artifact-content"
            value={work.text}
            isReadOnly={isReadOnly}
            onInput={(text) => work.write({ text })}
            onSave={onSave}
          />
        )}
      </div>
      {noteLabel && (
        <div class="field">
          <label for="artifact-note">
            {noteLabel} <small>(optional)</small>
          </label>
          <input
            id="artifact-note"
            maxLength={noteCharacters}
            dir="auto"
            autocomplete="off"
            value={work.note}
            onInput={(event) => work.write({ note: event.currentTarget.value })}
          />
        </div>
      )}
    </>
  );
}
