import { contract } from '@parley/core';
import { describe, expect, it } from 'vitest';
import { goldenQuestions } from '../../test/golden-questions.ts';
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
const ranks = goldenQuestions.map(({ ask, answers }) => found(ask).findIndex((id) => answers.includes(id)));
const shareWithin = (places: number) => ranks.filter((rank) => rank >= 0 && rank < places).length / ranks.length;

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

  it('that the documentation does not answer scores below 30', () => {
    const foreign = ['What is the capital of France?', 'How do I bake sourdough bread?', 'Which stocks should I buy this year?'];
    for (const question of foreign) expect(answer(question, url)[0]?.score ?? 0, question).toBeLessThan(30);
  });

  it('is searched for by its first 40 words', () => {
    const words = Array.from({ length: 400 }, (_, i) => `q${(i * 7919).toString(36)}x`).join(' ');
    expect(found(`${words} lock`)).toEqual(found(words.split(' ').slice(0, 40).join(' ')));
  });
});
