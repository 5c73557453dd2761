interface TextEditorProps {
  id: string;
  value: string;
  onInput(text: string): void;
  /** Ctrl-S or ⌘S. */
  onSave(): void;
  isReadOnly?: boolean;
}

/** Where Markdown is written. */
export function TextEditor({ id, value, onInput, onSave, isReadOnly = false }: TextEditorProps) {
  const typed = (event: KeyboardEvent) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    onSave();
  };
  return (
    <textarea
      id={id}
      class="text-editor"
      dir="auto"
      spellcheck
      autocomplete="off"
      readOnly={isReadOnly}
      value={value}
      onInput={(event) => onInput(event.currentTarget.value)}
      onKeyDown={typed}
    />
  );
}
