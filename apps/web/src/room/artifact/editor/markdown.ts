import { defineLanguageFacet, Language, languageDataProp } from '@codemirror/language';
import { GFM, parser, type MarkdownConfig } from '@lezer/markdown';

const data = defineLanguageFacet();

/** Of one paragraph: the time for links in it grows with the square of its length, and is spent at each key. */
const mostCharacters = 4_000;

/** Longer paragraphs are taken for several, and longer lines are shown as written. */
const bounds: MarkdownConfig = {
  parseBlock: [
    {
      name: 'Long',
      before: 'IndentedCode',
      endLeaf: (_context, _line, { content }) => content.length > mostCharacters,
      parse(context, { text }) {
        if (text.length <= mostCharacters) return false;
        context.addElement(context.elt('Paragraph', context.lineStart, context.lineStart + text.length));
        context.nextLine();
        return true;
      },
    },
  ],
};

/** Markdown as the app shows it. The package for languages would add HTML, CSS and JavaScript: 70 kB more. */
export const markdown = new Language(
  data,
  parser.configure([GFM, bounds, { props: [languageDataProp.add((type) => (type.isTop ? data : undefined))] }]),
  [],
  'markdown',
);
