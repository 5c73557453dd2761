import { describe, expect, it } from 'vitest';
import { htmlOf } from './html.fixture.ts';
import { partsOf } from './parts.ts';

const never = () => 0;
const documentOf = (text: string) => htmlOf(text, { isDocument: true });

describe('a document', () => {
  it('has spaces where lines end, and a message has the lines that it was written in', () => {
    expect(documentOf('one\ntwo  \nthree')).toBe('<p>one\ntwo<br>three</p>');
    expect(htmlOf('one\ntwo')).toBe('<p>one<br>two</p>');
  });

  it('hides comments, and a message shows them', () => {
    expect(documentOf('<!-- a -->\n\nb <!-- c --> d\n\n<!-- e\n\n*f* -->\n')).toBe('<p>b  d</p>');
    expect(htmlOf('<!-- a -->\n\nb <!-- c -->')).toBe('<p class="as-written">&lt;!-- a --&gt;\n</p><p>b &lt;!-- c --&gt;</p>');
  });

  it('hides no text for want of the end of a comment', () => expect(documentOf('<!-- a\n\n*b*')).toContain('&lt;!-- a'));

  it('shows what it says about itself as a folded table', () => {
    const text = '---\ntitle: "Launch: 2.0"\ntags:\n  - a\n  - b\n# no\ndone:\n---\n# Plan\n';
    expect(documentOf(text)).toBe(
      '<details class="front-matter"><summary>Front matter</summary><div class="scrolls"><table><tbody>' +
        '<tr><th>title</th><td>Launch: 2.0</td></tr><tr><th>tags</th><td>- a\n- b</td></tr><tr><th>done</th><td></td></tr>' +
        '</tbody></table></div></details><h3>Plan</h3>',
    );
    expect(documentOf(text.replaceAll('\n', '\r\n'))).toBe(documentOf(text));
  });

  it.each(['---\nWords\n---\n', '---\n\n---\n', '---\na: b\n', `---\na: ${'b'.repeat(9_000)}\n---\n`, 'x\n---\na: b\n---\n'])(
    'says nothing about itself by %j',
    (text) => expect(documentOf(text)).not.toContain('front-matter'),
  );

  it('has contents if it has three headings', () => {
    const contents =
      '<nav class="contents"><details><summary>Contents</summary><ol><li class="level-3"><a class="lead" href="#">One & *';
    expect(documentOf('# One &amp; \\*\n## Two\n### Three\n> # Not')).toContain(contents.replace('&', '&amp;'));
    expect(documentOf('# One\n## Two')).not.toContain('contents');
    expect(htmlOf('# One\n## Two\n### Three')).not.toContain('contents');
  });
});

describe('a text', () => {
  it('has footnotes at its end, numbered as they are referred to, and none is lost', () => {
    const html = htmlOf('[^b] a[^a] [^b] [^no]\n\n[^a]: First *a*\n\n    Second\n[^b]: B\n[^c]: C\n');
    expect(html).toBe(
      '<p><sup><a class="lead" href="#">1</a></sup> a<sup><a class="lead" href="#">2</a></sup> ' +
        '<sup><a class="lead" href="#">1</a></sup> [^no]</p><ol class="notes">' +
        '<li><p>B</p><a class="lead" href="#"><span>↩</span></a></li>' +
        '<li><p>First <em>a</em></p><p>Second</p><a class="lead" href="#"><span>↩</span></a></li>' +
        '<li><p>C</p></li></ol>',
    );
  });

  it('has footnotes of any name, which are no ids', () => {
    for (const name of ['__proto__', 'constructor', 'app', 'text', '"><script>']) {
      const html = htmlOf(`a[^${name}]\n\n[^${name}]: b`);
      expect(html).toContain('<p>a<sup><a class="lead" href="#">1</a></sup></p><ol class="notes"><li><p>b</p>');
      expect(html).not.toContain('id=');
    }
  });

  it('has footnotes in footnotes, in lists and quotes, and twice the same', () => {
    expect(htmlOf('> a[^1]\n>\n> [^1]: b[^2]\n\n- [^2]: c\n\n[^1]: d')).toMatch(/<ol class="notes">(<li>.*<\/li>){3}<\/ol>$/);
    expect(htmlOf(`[^a]${'\n[^a]: '.repeat(3)}`)).toContain('<ol class="notes"><li>');
    expect(htmlOf(`[^1]: ${'[^1]: '.repeat(200)}a`)).toContain('class="as-written"');
  });

  it('has no footnote with a long name, whose end would be looked for again and again', () => {
    const name = (length: number) => `[^${'b'.repeat(length)}]`;
    expect(htmlOf(`${name(100)}\n\n${name(100)}: c`)).toContain('class="notes"');
    expect(htmlOf(`${name(101)}\n\n${name(101)}: c`)).not.toContain('class="notes"');
  });

  it('has thousands of footnotes in bounded time', () => {
    const text = Array.from({ length: 5_000 }, (_, i) => `a[^${i}]\n\n[^${i}]: b\n\n`).join('');
    expect(partsOf(text, never)).toHaveLength(10_000);
  });

  it.each(['note', 'TIP', 'Important', 'warning', 'caution'])('has alerts: %s', (kind) => {
    const name = kind[0]!.toUpperCase() + kind.slice(1).toLowerCase();
    expect(htmlOf(`> [!${kind}]\n> *a*\n>\n> b`)).toBe(
      `<div class="alert alert-${kind.toLowerCase()}"><p class="kind">${name}</p><p><em>a</em></p><p>b</p></div>`,
    );
    expect(htmlOf(`> [!${kind}]\n>\n> b`)).toBe(
      `<div class="alert alert-${kind.toLowerCase()}"><p class="kind">${name}</p><p>b</p></div>`,
    );
  });

  it.each(['> [!evil]\n> a', '> [!note] a', '> a [!note]', '[!note]\na'])('has no alert: %j', (text) =>
    expect(htmlOf(text)).not.toContain('class="alert'),
  );

  it('has keys, indices and powers, but no other elements, and none with attributes', () => {
    expect(htmlOf('<kbd>Ctrl</kbd> H<sub>2</sub>O *x<SUP>2</SUP>*<br>')).toBe(
      '<p><kbd>Ctrl</kbd> H<sub>2</sub>O <em>x<sup>2</sup></em><br></p>',
    );
    for (const text of ['a <kbd onclick=b>c</kbd>', 'a <sub', 'a <kbd>', 'a </kbd>', 'a <b>c</b>', 'a <style>* {}</style>'])
      expect(htmlOf(text)).not.toMatch(/<(kbd|sub|b|style)/);
  });

  it('has elements that end where they began', () => {
    expect(htmlOf('*a <kbd>b* c</kbd>')).toBe('<p><em>a &lt;kbd&gt;b</em> c&lt;/kbd&gt;</p>');
    expect(htmlOf('<kbd>a *b</kbd> c*')).toBe('<p>&lt;kbd&gt;a <em>b&lt;/kbd&gt; c</em></p>');
    expect(htmlOf('<sub>a<sup>b</sub>c</sup>')).toBe('<p><sub>a&lt;sup&gt;b</sub>c&lt;/sup&gt;</p>');
    expect(htmlOf('<sub>'.repeat(500) + 'a' + '</sub>'.repeat(500)).match(/<sub>/g)).toHaveLength(8);
  });

  it('has parts that can be folded, with Markdown within', () => {
    const folded = (tag: string) => `<details><summary>More <${tag}>here</${tag}></summary><ul><li>a</li></ul></details>`;
    expect(htmlOf('<details>\n<summary>More <b>here</b></summary>\n\n- a\n\n</details>')).toBe(folded('b'));
    expect(htmlOf('<details><summary>More **here**</summary>\n\n- a\n\n</details>\n')).toBe(folded('strong'));
    expect(htmlOf('<details open>a *b*</details>')).toBe('<details><p>a <em>b</em></p></details>');
    expect(htmlOf('> <details>\n>\n> a\n\n</details>')).toBe(
      '<blockquote><p class="as-written">&lt;details&gt;</p><p>a</p></blockquote><p class="as-written">&lt;/details&gt;</p>',
    );
  });

  it('has no elements but these within what is folded', () => {
    const html = htmlOf(
      '<details>\n<summary onclick=a>b</summary>\n<script>c</script><img src=x onerror=d>\n\n<iframe>\n\n</details>',
    );
    expect(html).not.toMatch(/<(script|img|iframe|summary)/);
    expect(html).toContain('&lt;img src=x onerror=d&gt;');
    expect(htmlOf('<details>\n\n'.repeat(2_000) + 'a\n\n' + '</details>\n\n'.repeat(2_000)).match(/<details>/g)).toHaveLength(8);
  });

  it('has cells of some width for what is long', () => {
    expect(htmlOf(`|a|b|\n|-|-:|\n|${'c '.repeat(20)}|d|`)).toContain(`<td class="long">${'c '.repeat(20).trim()}</td>`);
  });
});

describe('a link to no other site', () => {
  const targets = () => [
    { id: '1', name: 'Launch plan', hash: '#artifact-1' },
    { id: '2', name: 'notes.md', hash: '#artifact-2' },
  ];
  const linked = (text: string) => htmlOf(text, { targets });

  it.each([
    ['Launch%20plan.md', '#artifact-1'],
    ['<Launch plan>', '#artifact-1'],
    ['../docs/launch-plan.md#risks', '#artifact-1'],
    ['./NOTES', '#artifact-2'],
  ])('leads to what has that name: %s', (href, hash) =>
    expect(linked(`[a *b*](${href})`)).toBe(`<p><a href="${hash}">a <em>b</em></a></p>`),
  );

  it.each(['/', 'other.md', '%E0%A4%A', 'x?a=b', './', '.'])('else is its text, with where it led: %s', (href) =>
    expect(linked(`[a](${href})`)).toBe(`<p><span class="target" title="${href}">a</span></p>`),
  );

  it('leads to a heading of a document', () => {
    expect(htmlOf('[a](#what-is-open)', { isDocument: true })).toBe('<p><a class="lead" href="#">a</a></p>');
    expect(htmlOf('[a](#m12)')).toBe('<p><span class="target" title="#m12">a</span></p>');
  });

  it.each([
    'java&#10;script:a',
    'JavaScript:a',
    '&#1;javascript:a',
    ' javascript:a',
    'data:text/html,a',
    'vbscript:a',
    '//b.example',
  ])('is never an address: %s', (href) => expect(linked(`[a](<${href}>)`)).not.toContain('href'));

  it('is the text of a picture', () => expect(linked('![a](b.png)')).toBe('<p><span class="target" title="b.png">a</span></p>'));
});
