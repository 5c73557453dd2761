import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const frame = EditorView.theme({
  '&': { height: '100%', borderRadius: 'inherit', fontSize: 'var(--text-small)', color: 'var(--ink)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6', overscrollBehavior: 'contain' },
  '.cm-content': { padding: 'var(--space-2) 0', caretColor: 'var(--ink)', tabSize: '2' },
  '.cm-line': { padding: '0 var(--space-3)' },
  '.cm-panels, .cm-panels-top': { color: 'var(--ink)', background: 'var(--sunken)', borderColor: 'var(--line)' },
  '.cm-panel.cm-search': { padding: 'var(--space-2) var(--space-8) var(--space-2) var(--space-3)', fontFamily: 'var(--sans)' },
  '.cm-panel.cm-search :is(input, button, label)': {
    margin: 'var(--space-1) var(--space-2) var(--space-1) 0',
    fontSize: 'var(--text-small)',
  },
  '.cm-textfield': {
    minHeight: '2rem',
    padding: '0 var(--space-2)',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--round)',
    background: 'var(--surface)',
  },
  '.cm-button': {
    minHeight: '2rem',
    padding: '0 var(--space-3)',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--round)',
    font: 'inherit',
    fontWeight: '600',
    background: 'var(--surface)',
    cursor: 'pointer',
  },
  '.cm-panel.cm-search [name="close"]': {
    insetBlockStart: 'var(--space-2)',
    insetInlineEnd: 'var(--space-2)',
    fontSize: '1.25rem',
    color: 'inherit',
  },
  '.cm-panel :focus-visible': { outline: '2px solid var(--accent)', outlineOffset: '1px' },
  '.cm-searchMatch': { color: 'inherit', background: 'var(--attention-soft)', outline: '1px solid var(--attention-line)' },
  '.cm-searchMatch-selected': { background: 'var(--attention-line)' },
  '.cm-selectionMatch': { background: 'var(--accent-soft)' },
});

const texts = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '700' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--accent)' },
  { tag: tags.monospace, color: 'var(--good)' },
  { tag: [tags.quote, tags.comment], color: 'var(--ink-soft)' },
  { tag: [tags.processingInstruction, tags.labelName, tags.contentSeparator], color: 'var(--ink-soft)' },
]);

/** In the colours and sizes of the app, whose custom properties reach into the shadow tree. */
export const look: Extension = [frame, syntaxHighlighting(texts)];
