import { later } from '../../../app/later.tsx';
import { PlainEditor } from './plain-editor.tsx';

export interface EditorProps {
  id: string;
  label: string;
  value: string;
  onInput(text: string): void;
  /** Ctrl-S or ⌘S. */
  onSave(): void;
}

const CodeEditor = later(async () => (await import('./code-editor.tsx')).CodeEditor, PlainEditor);

/** Keyboards on a screen correct and complete words, which works best in a field of the browser. */
const isTouch = matchMedia('(pointer: coarse)');

/** Where Markdown is written. */
export const TextEditor = (props: EditorProps) => (isTouch.matches ? <PlainEditor {...props} /> : <CodeEditor {...props} />);
