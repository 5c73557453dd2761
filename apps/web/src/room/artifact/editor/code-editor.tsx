import { EditorView } from '@codemirror/view';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { editing } from './editing.ts';
import type { EditorProps } from './editor.ts';

/** CodeMirror, in a shadow tree: only there it adds its styles in a way that the policy permits. */
export function CodeEditor(props: EditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const newest = useRef(props);
  newest.current = props;
  /** The text that the editor and its owner agreed on last. */
  const agreed = useRef(props.value);
  const { id, label, value } = props;

  useLayoutEffect(() => {
    const root = host.current!.attachShadow({ mode: 'open' });
    const extensions = editing({
      label,
      onInput(text) {
        if (text === agreed.current) return;
        agreed.current = text;
        newest.current.onInput(text);
      },
      onSave: () => newest.current.onSave(),
    });
    view.current = new EditorView({ doc: value, extensions, parent: root, root });
    view.current.focus();
    return () => view.current!.destroy();
  }, []);
  // Before the next key: what is typed later must not be taken for another text.
  useLayoutEffect(() => {
    if (value === agreed.current) return;
    agreed.current = value;
    view.current!.dispatch({ changes: { from: 0, to: view.current!.state.doc.length, insert: value } });
  }, [value]);

  return <div id={id} class="text-editor" ref={host} />;
}
