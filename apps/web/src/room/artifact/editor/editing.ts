import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState, RangeSetBuilder, type Extension } from '@codemirror/state';
import { Decoration, EditorView, keymap, type DecorationSet } from '@codemirror/view';
import { look } from './look.ts';
import { markdown } from './markdown.ts';
import { pasting } from './pasting.ts';

interface Editing {
  label: string;
  onInput(text: string): void;
  onSave(): void;
}

const phrases = {
  next: 'Next',
  previous: 'Previous',
  all: 'All',
  'match case': 'Match case',
  regexp: 'Regular expression',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close',
};

/** What the editor can do. Tab stays what it is everywhere: it leads to the next control. */
export const editing = ({ label, onInput, onSave }: Editing): Extension => [
  history(),
  search({ top: true }),
  EditorState.phrases.of(phrases),
  markdown,
  pasting,
  look,
  EditorView.lineWrapping,
  EditorView.perLineTextDirection.of(true),
  EditorView.decorations.of(directions),
  EditorView.contentAttributes.of({
    'aria-label': label,
    // Without it, axe takes what scrolls for unreachable by the keyboard.
    tabindex: '0',
    spellcheck: 'true',
    autocorrect: 'on',
    autocapitalize: 'sentences',
  }),
  EditorView.updateListener.of(({ docChanged, state }) => docChanged && onInput(state.doc.toString())),
  keymap.of([
    {
      key: 'Mod-s',
      preventDefault: true,
      run() {
        onSave();
        return true;
      },
    },
    ...searchKeymap,
    ...historyKeymap,
    ...defaultKeymap,
  ]),
];

const byItsText = Decoration.line({ attributes: { dir: 'auto' } });

/** Each line has the direction of its script. */
function directions({ state, visibleRanges }: EditorView): DecorationSet {
  const lines = new RangeSetBuilder<Decoration>();
  let after = -1;
  for (const { from, to } of visibleRanges) {
    for (let line = state.doc.lineAt(from); ; line = state.doc.line(line.number + 1)) {
      if (line.from > after) lines.add(line.from, line.from, byItsText);
      after = line.from;
      if (line.to >= to || line.number === state.doc.lines) break;
    }
  }
  return lines.finish();
}
