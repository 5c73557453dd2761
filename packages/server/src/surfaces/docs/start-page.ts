import { groups, type DocumentationPage } from '../../docs/library.ts';
import { reference } from '../../docs/places.ts';
import { escapeHtml } from '../pages/wording.ts';
import { rootOf, searchForm, type PageFrame } from './frame.ts';
import { inline } from './markdown.ts';

/** The list of all pages, with how each begins. */
export function startPage(pages: readonly DocumentationPage[], frame: PageFrame): string {
  const byName = new Map(pages.map((page) => [page.name, page]));
  const lists = groups.map(({ title, pages: names }) =>
    cards(title, names.flatMap((name) => byName.get(name) ?? []).map(cardOf)),
  );
  const api = card(reference, 'API reference', 'Every operation with its parameters, answers and an example.');
  return frame({
    title: 'Documentation',
    depth: 0,
    place: 'docs',
    markdown: 'docs.md',
    hasSearch: true,
    isWide: true,
    body: `<article class="prose">
<h1>Documentation</h1>
<p class="lead">How people and agents meet in Parley, and how to run it.</p>
${searchForm(rootOf(0), '')}
${lists.join('\n')}
${cards('Interface', [api])}
<p class="formats">For agents: <a href="llms.txt">llms.txt</a>, and every page as Markdown with <code>.md</code> added to its address.</p>
</article>`,
  });
}

const cards = (title: string, each: readonly string[]): string =>
  `<h2>${title}</h2>\n<ul class="page-cards">\n${each.join('\n')}\n</ul>`;

const cardOf = ({ name, title, markdown }: DocumentationPage): string => card(`docs/${name}`, title, firstSentence(markdown));

const card = (place: string, title: string, text: string): string =>
  `<li><a href="${place}">${escapeHtml(title)}<small>${text}</small></a></li>`;

/** HTML without links and emphasis, because it is inside of a link. */
function firstSentence(markdown: string): string {
  const paragraph = /^(?![#|`<\s-])(?:.+\n?)+/m.exec(markdown)?.[0] ?? '';
  const [sentence = ''] = /^[^]*?[.:](?=\s|$)/.exec(paragraph) ?? [];
  return inline(sentence.replace(/:$/, '.').replace(/\s+/g, ' ')).replace(/<\/?(?:a|strong|em)\b[^>]*>/g, '');
}
