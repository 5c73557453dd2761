import { useState } from 'preact/hooks';
import { TextEditor } from './editor/text-editor.tsx';
import { Preview } from './preview.tsx';
import type { WorkingText } from './working-text.ts';

interface TextFieldsProps {
  work: WorkingText;
  onSave(): void;
  /** What the note is for; without it, there is none. */
  noteLabel?: string;
  noteCharacters?: number;
}

const label = 'Text, in Markdown';

/** A text with its preview, beside it where there is room, and why it was written. */
export function TextFields({ work, onSave, noteLabel, noteCharacters }: TextFieldsProps) {
  const [isPreview, preview] = useState(false);
  return (
    <>
      <div class="text-fields">
        <div class="text-fields-head">
          <label for="artifact-content">{label}</label>
          <button type="button" class="quiet" aria-pressed={isPreview} onClick={() => preview(!isPreview)}>
            Preview
          </button>
        </div>
        <div class={isPreview ? 'text-columns previewed' : 'text-columns'}>
          {/* It stays, and so do the place of the cursor and what can be undone. */}
          <div class="text-place">
            <TextEditor
              id="artifact-content"
              label={label}
              value={work.text}
              onInput={(text) => work.write({ text })}
              onSave={onSave}
            />
          </div>
          {isPreview && <Preview text={work.text} />}
        </div>
      </div>
      {noteLabel && (
        <div class="field note-field">
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
