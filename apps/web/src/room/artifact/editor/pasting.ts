import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** Another editor, whose HTML is only the colours of code. */
const fromEditor = 'vscode-editor-data';

/** What is pasted with its formats becomes Markdown; Ctrl-Shift-V pastes it without. */
export const pasting: Extension = EditorView.domEventHandlers({
  paste({ clipboardData }, view) {
    const html = clipboardData?.getData('text/html');
    if (!clipboardData || !html || clipboardData.types.includes(fromEditor)) return false;
    void insert(view, html, clipboardData.getData('text/plain'));
    return true;
  },
});

async function insert(view: EditorView, html: string, plain: string): Promise<void> {
  const text = await import('./pasted.ts').then(
    ({ markdownOf }) => markdownOf(html) ?? plain,
    () => plain,
  );
  view.dispatch(view.state.replaceSelection(text), { userEvent: 'input.paste', scrollIntoView: true });
}
