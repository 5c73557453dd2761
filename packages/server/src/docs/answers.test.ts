import { contract } from '@parley/core';
import { describe, expect, it } from 'vitest';
import { answering } from './answers.ts';
import { loadAsked, loadPages } from './library.ts';
import { foreign } from './questions/foreign.fixture.ts';
import { foreignA } from './questions/from-readme-a.fixture.ts';
import { foreignB } from './questions/from-readme-b.fixture.ts';
import { foreignC } from './questions/from-readme-c.fixture.ts';
import { seen, type Question } from './questions/questions.fixture.ts';
import { foreign as foreignUnseen, unseen } from './questions/unseen.fixture.ts';

const url = 'https://parley.example';
const pages = loadPages();
const asked = loadAsked();
const answer = await answering(pages, contract(), asked);
const paths = new Map(Object.entries(contract()).map(([name, { method, path }]) => [`${method} ${path}`, name]));

/** The id that the question set knows an answer by. */
function idOf(found: { url: string }): string {
  const place = found.url.slice(url.length);
  const [, pointer, method] = /^\/openapi\.json#\/paths\/(.*)\/(\w+)$/.exec(place) ?? [];
  if (pointer === undefined) return place.replace('/docs/', '');
  return paths.get(`${method!.toUpperCase()} ${decodeURIComponent(pointer).replaceAll('~1', '/')}`)!;
}

const placeOf = ({ ask, answers }: Question): number => answer(ask, url).findIndex((found) => answers.includes(idOf(found)));

const shareOf = (places: readonly number[], within: number): number =>
  places.filter((place) => place >= 0 && place < within).length / places.length;

describe('the questions', () => {
  it('name only what there is', () => {
    const known = new Set([
      ...pages.flatMap(({ name, sections }) => [name, ...sections.map(({ anchor }) => `${name}#${anchor}`)]),
      ...paths.values(),
    ]);
    const unknown = [...seen, ...unseen].flatMap(({ answers }) => answers).filter((id) => !known.has(id));
    expect(unknown).toEqual([]);
  });

  it('that were not seen are like none that was', () => {
    const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
    const likeness = (a: Set<string>, b: Set<string>) => {
      const shared = [...a].filter((word) => b.has(word)).length;
      return shared / (a.size + b.size - shared);
    };
    const known = seen.map(({ ask }) => wordsOf(ask));
    expect(unseen.filter(({ ask }) => known.some((other) => likeness(wordsOf(ask), other) >= 0.8))).toEqual([]);
    expect(unseen.length).toBeGreaterThanOrEqual(60);
  });

  it('that each section and operation is known to answer are many, and none of them is asked here', () => {
    const sections = pages.filter(({ name }) => name !== 'glossary').flatMap((page) => page.sections);
    const sources = [...sections.filter(({ text }) => text !== '').map(({ id }) => id), ...paths.values()];
    expect(sources.filter((id) => (asked.get(id)?.length ?? 0) < 5)).toEqual([]);
    expect([...asked.keys()].filter((id) => asked.get(id)!.length > 0 && !sources.includes(id))).toEqual([]);
    const plain = (question: string) =>
      question
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim();
    const taught = new Set([...asked.values()].flat().map(plain));
    expect([...seen, ...unseen].filter(({ ask }) => taught.has(plain(ask)))).toEqual([]);
  });

  it.each([
    ['it was tuned with', seen, 0.8, 0.95],
    ['it had not seen', unseen, 0.8, 0.95],
    ['all together', [...seen, ...unseen], 0.8, 0.95],
  ])('%s: enough first hits are right, and enough of the first three', (_, questions, leastFirst, leastThree) => {
    const places = questions.map(placeOf);
    const missed = questions.filter((_, i) => places[i] !== 0);
    const told = missed.map(({ ask }) => `${ask} → ${answer(ask, url).slice(0, 3).map(idOf).join(', ')}`).join('\n');
    expect(shareOf(places, 1), told).toBeGreaterThanOrEqual(leastFirst);
    expect(shareOf(places, 3), told).toBeGreaterThanOrEqual(leastThree);
  });

  it('that are answered score 30 or more, nine of ten', () => {
    const scores = [...seen, ...unseen].map(({ ask }) => answer(ask, url)[0]?.score ?? 0);
    expect(scores.filter((score) => score >= 30).length / scores.length).toBeGreaterThanOrEqual(0.9);
  });

  it('that have no telling word are answered by where a reader begins', () => {
    expect(idOf(answer('What is Parley?', url)[0]!)).toBe('quick-start');
    expect(answer('what is this about', url)[0]!.score).toBeLessThan(30);
  });

  it('may hold words that every object of JavaScript has', () => {
    const words = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', '__proto__', 'prototype', 'length'];
    for (const word of words) expect(answer(`space lock ${word}`, url).length, word).toBeGreaterThan(0);
  });

  it('of marks alone are answered by nothing', () => expect(answer('??? … - _ -', url)).toEqual([]));

  it('that nothing here answers score low', () => {
    for (const question of foreign) expect(answer(question, url)[0]?.score ?? 0, question).toBeLessThan(30);
    const near = [...foreignA, ...foreignB, ...foreignC, ...foreignUnseen];
    const scores = near.map((question) => answer(question, url)[0]?.score ?? 0);
    expect(scores.filter((score) => score < 30).length / scores.length).toBeGreaterThanOrEqual(0.8);
    expect(Math.max(...scores)).toBeLessThan(60);
  });

  it('takes no longer for what is no question', () => {
    const words = Array.from({ length: 400 }, (_, i) => `q${(i * 7919).toString(36)}x`).join(' ');
    expect(answer(`${words} lock`, url)).toEqual(answer(words.split(' ').slice(0, 40).join(' '), url));
  });
});
