/** What every editor of a text gets. */
export interface EditorProps {
  id: string;
  label: string;
  value: string;
  onInput(text: string): void;
  /** Ctrl-S or ⌘S. */
  onSave(): void;
}
