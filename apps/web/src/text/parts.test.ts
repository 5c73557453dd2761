import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { htmlOf } from './html.fixture.ts';
import { partsOf } from './parts.ts';
import { Work } from './work.ts';

/** Time stands still: only steps count. */
const never = () => 0;

const repeated = (text: string, length: number): string => text.repeat(Math.ceil(length / text.length)).slice(0, length);
const ascii = ['\n', '\t', ...Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i))];
/** Of letters and digits, one is like another. */
const signs = ascii.filter((each) => !/[b-gi-vx-z2-9A-Z]/.test(each));
/** What begins something, and may never end. */
const begun =
  '[](|[a](b "|[a](<b|![a](|[a]: b\n|[a]: b "|<!--|<?|<![CDATA[|<a b="|</a|<div>\n|> - |- 1. |&copy;|http://|http://a.b/(|http://a)|www.|a@|a@b.c |**a*|*a **|`` ` |[[a]|![[|~~a |a|b\n|-|-\n'
    .split('|')
    .concat(['[^', '[^a', '[^a]', '[^a]: ', '[^a]: b\n\n', '<kbd>', '</sub>', '<sub>a</sub>', '<!-- a', '-->'])
    .concat(['<details>\n', '<details>\n\n', '</details>\n\n', '<summary>', '<div><!--', '> [!NOTE]\n\n', '> [!TIP]\n'])
    .concat(['|a|\n|-|\n', '|a|', 'a\n===\n', '```\n', '\\\n', '- a\n\n', '> a\nb\n', '-\n']);
const families: readonly ((length: number) => string)[] = [
  ...[...signs, ...begun].flatMap((each) => [
    (length: number) => repeated(each, length),
    (length: number) => `a${repeated(each, length - 2)}b`,
    (length: number) => `[a ${repeated(each, length - 3)}`,
    (length: number) => `|a|\n|-|\n|${repeated(each, length - 9)}`,
  ]),
  ...signs.flatMap((one) =>
    signs.flatMap((other) => [
      (length: number) => repeated(one + other, length),
      (length: number) => repeated(`${one}${other}a`, length),
      (length: number) => repeated(one, length / 2) + repeated(other, length / 2),
    ]),
  ),
];

describe('the work for a text', () => {
  const { step } = Work.prototype;
  let steps = 0;
  beforeEach(() => {
    Work.prototype.step = function (this: Work) {
      steps += 1;
      return step.call(this);
    };
  });
  afterEach(() => void (Work.prototype.step = step));

  function stepsFor(text: string): number {
    steps = 0;
    partsOf(text, never);
    return steps;
  }

  it('is in proportion to its length, of whatever it is made', () => {
    for (const family of families) {
      const [short, long] = [stepsFor(family(300)), stepsFor(family(600))];
      expect(long, JSON.stringify(family(30))).toBeLessThan(2.5 * short + 400);
    }
  });

  it.each(begun)('is at most 20 steps a character, also for a long text of %j', (each) => {
    for (const text of [repeated(each, 64_000), repeated(`${repeated(each, 2_000)}\n\n`, 100_000)]) {
      const all = stepsFor(text);
      expect([all > 0, all < 20 * text.length]).toEqual([true, true]);
    }
  });
});

describe('as it was written, which the text says first, is shown', () => {
  const unformatted = '<p><small>Not all of this is formatted: it takes too long, or is nested too deeply.</small></p>';

  it('a text that is too long, or has too many parts', () => {
    expect(partsOf(repeated('word ', 200_001), never)).toBeUndefined();
    expect(partsOf(repeated('- a\n', 200_000), never)).toBeUndefined();
    expect(htmlOf(repeated('word ', 200_001)).startsWith(`${unformatted}<p class="as-written">word`)).toBe(true);
  });

  it('a paragraph that is too long, and no other', () => {
    const html = htmlOf(`*a*\n\n${repeated('*b* ', 20_001)}\n\n*c*`);
    expect(html.replace(/(\*b\* )+/, '…')).toBe(
      `${unformatted}<p><em>a</em></p><p><span class="as-written">…*</span></p><p><em>c</em></p>`,
    );
  });

  it('the rest of a paragraph that takes too many steps or too long, and no other', () => {
    let time = 0;
    const slowly = () => (time += 15);
    const paragraph = repeated('*a* ', 4_000);
    const [first, ...paragraphs] = partsOf(`${paragraph}\n\n*c*`, slowly)!;
    expect(first!.token.type).toBe('unformatted');
    const [slow, quick] = paragraphs.map(({ children }) => children[0]!.children);
    const rest = slow!.at(-1)!.token.content;
    expect([rest.length > 1_000, paragraph.trim().endsWith(rest), quick![0]!.token.type]).toEqual([true, true, 'em_open']);
  });

  it('what is within forty quotes or lists, without loss', () => {
    expect(htmlOf(`${repeated('> ', 120)}*a*\n\n*b*`).replace(unformatted, '')).toMatch(
      /^(<blockquote>){40}<p class="as-written">(&gt; ){20}\*a\*<\/p>(<\/blockquote>){40}<p><em>b<\/em><\/p>$/,
    );
    expect(htmlOf(`${repeated('- ', 120)}*a*`)).toMatch(/<p class="as-written">(- ){20,}\*a\*<\/p>/);
  });

  it('a line with more than forty levels', () => {
    const html = htmlOf(`${repeated('**a ', 200)}${repeated('a** ', 200)}`);
    expect(html.startsWith(`${unformatted}<p><span class="as-written">**a`)).toBe(true);
  });

  it('nothing of an ordinary text', () => expect(htmlOf('# a\n\n> *b* <i>c</i>\n')).not.toContain(unformatted));

  it('HTML, whose addresses are links', () => {
    expect(htmlOf('<div>\n  <a href="https://a.example">*a*</a>\n</div>\n\n<b>*b*</b>')).toBe(
      '<p class="as-written">&lt;div&gt;\n  &lt;a href=&quot;<a href="https://a.example">https://a.example</a>&quot;&gt;*a*&lt;/a&gt;\n&lt;/div&gt;\n</p>' +
        '<p>&lt;b&gt;<em>b</em>&lt;/b&gt;</p>',
    );
  });

  it('a link or an image with another address than those that are safe', () => {
    for (const text of ['[a](javascript:b)', '[a](//b)', '![a](file:///b)', '[a](data:text/html,b)'])
      expect(htmlOf(text)).toBe(`<p>${text}</p>`);
    expect(htmlOf('[a](data:image/png;base64,b)')).toBe('<p>a</p>');
  });
});

describe('a text', () => {
  it('has headings below those of the page, of which none leaves out a level', () => {
    expect(htmlOf('# One\n\n### Three\n\n> ###### Six')).toBe('<h3>One</h3><h4>Three</h4><blockquote><h5>Six</h5></blockquote>');
  });

  it('can be long', () => {
    expect(partsOf(repeated('A *few* words.\n\n', 160_000), never)).toHaveLength(10_000);
  });

  it('has checkboxes before tasks', () => {
    expect(htmlOf('- [ ] a *b*\n- [x] c\n\n  d\n- [y] e\n\n[ ] f')).toBe(
      '<ul><li class="to-do"><p><input>a <em>b</em></p></li><li class="to-do"><p><input checked="">c</p><p>d</p></li>' +
        '<li><p>[y] e</p></li></ul><p>[ ] f</p>',
    );
  });

  it('has tables and struck words', () => {
    expect(htmlOf('|a|b|\n|-:|-|\n|~~c~~|')).toBe(
      '<div class="scrolls"><table><thead><tr><th class="to-right">a</th><th>b</th></tr></thead>' +
        '<tbody><tr><td class="to-right"><del>c</del></td><td></td></tr></tbody></table></div>',
    );
  });

  it('has the characters that entities name, also in titles', () => {
    expect(htmlOf('&copy; &amp;copy; `&copy;` [a](https://a.example "b &quot;c&quot;")')).toBe(
      '<p>© &amp;copy; <code>&amp;copy;</code> <a href="https://a.example" title="b &quot;c&quot;">a</a></p>',
    );
  });

  it.each([
    ['https://a.example/b_c_d?e[f]=g.', 'https://a.example/b_c_d?e[f]=g'],
    ['(see https://a.example/b_(c))', 'https://a.example/b_(c)'],
    ['**https://a.example**', 'https://a.example'],
    ['<https://a.example/b>', 'https://a.example/b'],
  ])('has links: %s', (text, href) => expect(htmlOf(text)).toContain(`<a href="${encodeURI(href)}">${href}</a>`));

  it('has links to www and mail', () => {
    expect(htmlOf('www.a.example, bob.b@a.example')).toBe(
      '<p><a href="http://www.a.example">www.a.example</a>, <a href="mailto:bob.b@a.example">bob.b@a.example</a></p>',
    );
  });

  it.each(['ahttps://b.example', 'https://', 'a@b', '@a.example', 'a_b@c.example'])('has no link: %s', (text) =>
    expect(htmlOf(text)).not.toContain('<a '),
  );

  it('has no link within a link', () => {
    expect(htmlOf('[see https://a.example](https://b.example)')).toBe(
      '<p><a href="https://b.example">see https://a.example</a></p>',
    );
  });
});
