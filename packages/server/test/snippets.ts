import { readFileSync } from 'node:fs';

/** A page of the guide, as Markdown. */
export const readPage = (page: string): string =>
  readFileSync(new URL(`../../../docs/guide/${page}.md`, import.meta.url), 'utf8');

/** The code blocks of a page of the guide in one language, in their order. */
export function snippets(page: string, language: string): string[] {
  return [...readPage(page).matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, name, code]) => (name === language ? [code!] : []));
}
