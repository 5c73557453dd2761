import type { DocumentationPage } from '../../docs/library.ts';
import { escapeHtml } from '../pages/wording.ts';

/** Links to the pages before and after one, in the order of reading. */
export function turnsAfter(page: DocumentationPage, pages: readonly DocumentationPage[]): string {
  const place = pages.indexOf(page);
  return turns(entry(pages[place - 1]), entry(pages[place + 1]));
}

const entry = (page: DocumentationPage | undefined): Turn | undefined => page && { title: page.title, href: page.name };

interface Turn {
  title: string;
  href: string;
}

export function turns(before: Turn | undefined, after: Turn | undefined): string {
  const link = (turn: Turn | undefined, word: string, rel: string) =>
    turn ? `<a class="${rel}" rel="${rel}" href="${turn.href}"><small>${word}</small>${escapeHtml(turn.title)}</a>` : '';
  return `<nav class="turns" aria-label="Previous and next page">${link(before, 'Previous', 'prev')}${link(after, 'Next', 'next')}</nav>`;
}
