import { contract } from '@parley/core';
import { describe, expect, it } from 'vitest';
import { goldenQuestions, type GoldenQuestion } from '../../test/golden-questions.ts';
import { foreignQuestions, heldOutQuestions, reportedQuestions } from '../../test/held-out-questions.ts';
import { answering } from './answers.ts';
import { loadPages } from './library.ts';

const url = 'https://parley.example';
const pages = loadPages();
const answer = answering(pages, contract());
const operations = new Map(Object.entries(contract()).map(([name, { method, path }]) => [`${method} ${path}`, name]));

/** The id by which the golden questions name an answer. */
function idOf(found: { url: string }): string {
  const place = found.url.slice(url.length);
  const [, pointer, method] = /^\/openapi\.json#\/paths\/(.*)\/(\w+)$/.exec(place) ?? [];
  if (pointer === undefined) return place.replace('/docs/', '');
  return operations.get(`${method!.toUpperCase()} ${decodeURIComponent(pointer).replaceAll('~1', '/')}`)!;
}

const found = (question: string) => answer(question, url).map(idOf);
const sharesOf = (questions: readonly GoldenQuestion[]) => {
  const ranks = questions.map(({ ask, answers }) => found(ask).findIndex((id) => answers.includes(id)));
  return (places: number) => ranks.filter((rank) => rank >= 0 && rank < places).length / ranks.length;
};
const shareWithin = sharesOf(goldenQuestions);
const shareOfHeldOut = sharesOf(heldOutQuestions);

describe('golden questions', () => {
  it('number 60 or more, and name only what exists', () => {
    expect(goldenQuestions.length).toBeGreaterThanOrEqual(60);
    const known = new Set([...operations.values(), ...pages.flatMap(({ sections }) => sections.map(({ id }) => id))]);
    expect(goldenQuestions.flatMap(({ answers }) => answers).filter((id) => !known.has(id))).toEqual([]);
  });

  it.each(goldenQuestions.map(({ ask, answers }) => [ask, answers] as const))(
    'answers "%s" within the first five',
    (ask, answers) => {
      const first = found(ask).slice(0, 5);
      expect(
        first.filter((id) => answers.includes(id)),
        first.join(', '),
      ).not.toEqual([]);
    },
  );

  it('are answered by the first result in 65 %, within the first three in 88 %', () => {
    expect(shareWithin(1)).toBeGreaterThanOrEqual(0.65);
    expect(shareWithin(3)).toBeGreaterThanOrEqual(0.88);
  });
});

describe('questions of real users', () => {
  it.each(reportedQuestions.map(({ ask, answers }) => [ask, answers] as const))(
    '“%s” is answered by the first three',
    (ask, answers) => {
      const first = found(ask).slice(0, 3);
      expect(
        first.filter((id) => answers.includes(id)),
        first.join(', '),
      ).not.toEqual([]);
    },
  );

  it('that nobody tuned to are answered by the first result in 55 %, within the first three in 65 %, within five in 70 %', () => {
    expect(shareOfHeldOut(1)).toBeGreaterThanOrEqual(0.55);
    expect(shareOfHeldOut(3)).toBeGreaterThanOrEqual(0.65);
    expect(shareOfHeldOut(5)).toBeGreaterThanOrEqual(0.7);
  });

  it.each(foreignQuestions)('“%s” is not answered', (question) => expect(found(question)).toEqual([]));
});

describe('an answer', () => {
  const headings = pages.flatMap(({ sections }) => sections.map(({ heading }) => heading));
  const all = new Map(headings.flatMap((heading) => answer(heading, url)).map((each) => [each.url, each]));

  it('is found for every section', () => expect(all.size).toBeGreaterThan(headings.length * 0.9));

  it('has a description without marks of links', () => {
    for (const { description } of all.values()) expect(description).not.toMatch(/\]\(|\.md[#)]/);
  });

  it('has a text whose links are whole addresses of sections that exist', () => {
    const places = new Set(pages.flatMap(({ name, sections }) => [name, ...sections.map(({ id }) => id)]));
    let links = 0;
    for (const { schema_object } of all.values()) {
      const text = String(schema_object['text'] ?? '').replace(/^(```|~~~)[\s\S]*?^\1/gm, '');
      for (const [, href] of text.matchAll(/\[[^\]]*\]\(([^)]+)\)/g)) {
        links += 1;
        expect(href).toMatch(/^https?:\/\//);
        if (href!.startsWith(`${url}/docs/`) && !/\/docs\/api\b/.test(href!))
          expect([...places]).toContain(href!.slice(`${url}/docs/`.length));
      }
    }
    expect(links).toBeGreaterThan(50);
  });
});

describe('a question', () => {
  it('finds a section by an alias that its text does not contain', () => {
    const [page] = pages.filter(({ name }) => name === 'faq');
    const section = page!.sections.find(({ aliases }) => aliases.includes('whisper'))!;
    expect(section.text).not.toContain('whisper');
    expect(found('whisper')[0]).toBe(section.id);
  });

  it('finds a word that it misspells or only begins', () => {
    expect(found('hartbeat')).toContain('artifacts#how-long-does-a-lock-last');
    expect(found('ngin')).toContain('self-hosting#how-do-i-put-nginx-in-front');
  });

  it('without a word to search for is answered by the first pages', () => {
    expect(found('What is Parley?')[0]).toBe('quick-start');
    expect(answer('what is this about', url)[0]!.score).toBeLessThan(30);
  });

  it('can hold words that every object of JavaScript has', () => {
    const words = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', '__proto__', 'prototype', 'length'];
    for (const word of words) expect(found(`space lock ${word}`), word).not.toEqual([]);
  });

  it('is answered with the address of the server that answers', () => {
    const [first] = answer('How do I start the server?', url);
    expect(JSON.stringify(first!.schema_object)).toContain(`B=${url}`);
    expect(JSON.stringify(first!.schema_object)).not.toContain('B=http://127.0.0.1:8787');
  });

  it('of punctuation alone has no answer', () => expect(found('??? … - _ -')).toEqual([]));

  it('that the documentation does not answer has no answer', () => {
    const foreign = ['What is the capital of France?', 'How do I bake sourdough bread?', 'Which stocks should I buy this year?'];
    for (const question of foreign) expect(answer(question, url), question).toEqual([]);
  });

  it('is searched for by its first 40 words', () => {
    const words = Array.from({ length: 400 }, (_, i) => `q${(i * 7919).toString(36)}x`).join(' ');
    expect(found(`${words} lock`)).toEqual(found(words.split(' ').slice(0, 40).join(' ')));
  });
});
