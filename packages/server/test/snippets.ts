import { readFileSync } from 'node:fs';

/** The code blocks of a page of the guide in one language, in their order. */
export function snippets(page: string, language: string): string[] {
  const markdown = readFileSync(new URL(`../../../docs/guide/${page}.md`, import.meta.url), 'utf8');
  return [...markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, name, code]) => (name === language ? [code!] : []));
}
