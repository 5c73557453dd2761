import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { pageOf } from './library.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const exists = (path: string): boolean => existsSync(join(root, path));
const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((path) => join('docs', path));
const pages = new Map(
  ['README.md', 'AGENTS.md', 'CONTRIBUTING.md', 'SECURITY.md', ...inDocs]
    .filter((path) => path.endsWith('.md'))
    .map((path) => [path, pageOf(path, readFileSync(join(root, path), 'utf8'))] as const),
);
const paths = [...pages.keys()].toSorted();

/** The relative links of a page that lead nowhere. */
function brokenIn(path: string): string[] {
  const prose = pages
    .get(path)!
    .markdown.replace(/^(```|~~~)[\s\S]*?^\1/gm, '')
    .replace(/`[^`]*`/g, '');
  const links = [...prose.matchAll(/\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, href]) => href!);
  return links.filter((href) => {
    if (/^[a-z]+:/.test(href)) return false;
    const [to = '', anchor] = href.split('#');
    const target = to === '' ? path : join(dirname(path), to);
    return !exists(target) || (anchor !== undefined && !pages.get(target)?.sections.some((section) => section.anchor === anchor));
  });
}

/** The paths that a page names and that do not exist. They start at the root of the repository. */
function missingIn(path: string): string[] {
  const named = [...pages.get(path)!.markdown.matchAll(/`([\w.@-]+\/[\w.@/-]*)`/g)].map(([, name]) => name!);
  return named.filter((name) => (exists(name.split('/')[0]!) || /\.\w+$/.test(name)) && !exists(name));
}

describe('the Markdown of the repository', () => {
  it.each(paths)('of %s links to nothing that is not there', (path) => expect(brokenIn(path)).toEqual([]));

  it.each(paths.filter((path) => path.startsWith('docs/design/')))('of %s names no file that is not there', (path) =>
    expect(missingIn(path)).toEqual([]),
  );

  const design = paths.filter((path) => path.startsWith('docs/design/') && path !== 'docs/design/decisions.md');
  it.each(design)('of %s has at most 1,500 words', (path) =>
    expect(pages.get(path)!.markdown.trim().split(/\s+/).length).toBeLessThanOrEqual(1_500),
  );
});
