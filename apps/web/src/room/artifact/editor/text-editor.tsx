import { later } from '../../../app/later.tsx';
import type { EditorProps } from './editor.ts';
import { PlainEditor } from './plain-editor.tsx';

const CodeEditor = later(async () => (await import('./code-editor.tsx')).CodeEditor, PlainEditor);

/** Keyboards on a screen correct and complete words, which works best in a field of the browser. */
const isTouch = matchMedia('(pointer: coarse)');

/** Where Markdown is written. */
export const TextEditor = (props: EditorProps) => (isTouch.matches ? <PlainEditor {...props} /> : <CodeEditor {...props} />);
