import { describe, expect, it, test } from 'vitest';
import { addressedTo, anchorOf, loadPages, order, pageOf } from './library.ts';

describe('a page', () => {
  const page = pageOf(
    'pets',
    '# Pets\n\nIntro.\n\n## Feed a cat!\n\n```sh\n# not a heading\n## nor this\n```\n\n### At night\n\nNever.\n',
  );

  it('is cut at its headings, not at what looks like one in code', () => {
    expect(page.sections.map(({ anchor, heading }) => [anchor, heading])).toEqual([
      ['', 'Pets'],
      ['feed-a-cat', 'Feed a cat!'],
      ['at-night', 'At night'],
    ]);
    expect(page.sections[1]!.text).toContain('# not a heading');
  });

  it('keeps aliases out of the Markdown that is served', () => {
    const { markdown, sections } = pageOf(
      'pets',
      '# Pets\n<!-- aliases: animals; tame -->\n\nIntro.\n\n## Cats\n<!-- aliases: purr -->\n\nMeow.\n',
    );
    expect(markdown).toBe('# Pets\n\nIntro.\n\n## Cats\n\nMeow.\n');
    expect(sections.map(({ aliases, text }) => [aliases, text])).toEqual([
      ['animals; tame', 'Intro.'],
      ['purr', 'Meow.'],
    ]);
  });

  it('has a title, and its name where it has none', () => {
    expect(page.title).toBe('Pets');
    expect(pageOf('pets', 'Intro.').title).toBe('pets');
  });
});

test.each(['js', 'js runnable', 'python', 'nginx', ''])('the address of the server is in code that calls it: ```%s', (info) => {
  const url = 'https://parley.example';
  const block = (address: string) => `Prose\n\n\`\`\`${info}\ncall('${address}')\n\`\`\`\n`;
  const isCalling = info !== '' && info !== 'nginx';
  const written = 'http://127.0.0.1:8787';
  expect(addressedTo(url, block(written))).toBe(block(isCalling ? url : written));
});

describe('the documentation', () => {
  const pages = loadPages();

  it('begins with the quick start, and no two pages share a name', () => {
    expect(pages[0]!.name).toBe('quick-start');
    expect(new Set(pages.map(({ name }) => name)).size).toBe(pages.length);
  });

  it('has a place for every page in the order of reading', () => {
    const names = pages.map(({ name }) => name);
    expect(names).toEqual(order.filter((name) => names.includes(name)));
  });

  it('has one heading per anchor on a page', () => {
    for (const { name, sections } of pages) {
      const anchors = sections.map(({ heading }) => anchorOf(heading));
      expect(new Set(anchors).size, `${name}: ${anchors.toSorted().join(', ')}`).toBe(anchors.length);
    }
  });
});
