import type { LanguageFn } from 'highlight.js';
import { lazy } from '../../engine/async/lazy.ts';
import { escapeHtml } from '../pages/wording.ts';

/** Turns code into HTML with elements around what has a colour; code in an unknown language has none. */
export type Highlight = (code: string, language: string) => string;

const languages: Record<string, () => Promise<{ default: LanguageFn }>> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  ini: () => import('highlight.js/lib/languages/ini'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  nginx: () => import('highlight.js/lib/languages/nginx'),
  python: () => import('highlight.js/lib/languages/python'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
};

/** Loads the highlighter, which only a server whose documentation is read needs. */
export const highlighter = lazy(async (): Promise<Highlight> => {
  const { default: library } = await import('highlight.js/lib/core');
  for (const [name, load] of Object.entries(languages)) library.registerLanguage(name, (await load()).default);
  return (code, language) =>
    library.getLanguage(language) ? library.highlight(code, { language, ignoreIllegals: true }).value : escapeHtml(code);
});
