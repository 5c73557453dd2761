import { contract } from '@parley/core';
import { describe, expect, it } from 'vitest';
import { answering } from './answers.ts';
import { loadPages } from './library.ts';
import { foreign, seen, type Question } from './questions.fixture.ts';
import { foreign as alsoForeign, unseen } from './unseen.fixture.ts';

const url = 'https://parley.example';
const pages = loadPages();
const answer = answering(pages, contract());
const paths = new Map(Object.entries(contract()).map(([name, { method, path }]) => [`${method} ${path}`, name]));

/** The id that the question set knows an answer by. */
function idOf(found: { url: string }): string {
  const place = found.url.slice(url.length);
  const [, pointer, method] = /^\/openapi\.json#\/paths\/(.*)\/(\w+)$/.exec(place) ?? [];
  if (pointer === undefined) return place.replace('/docs/', '');
  return paths.get(`${method!.toUpperCase()} ${pointer.replaceAll('~1', '/')}`)!;
}

const placeOf = ({ ask, answers }: Question): number => answer(ask, url).findIndex((found) => answers.includes(idOf(found)));

function share(questions: readonly Question[], within: number): number {
  return (
    questions.filter((question) => {
      const place = placeOf(question);
      return place >= 0 && place < within;
    }).length / questions.length
  );
}

describe('the questions', () => {
  it('name only what there is', () => {
    const known = new Set([
      ...pages.flatMap(({ name, sections }) => [name, ...sections.map(({ anchor }) => `${name}#${anchor}`)]),
      ...paths.values(),
    ]);
    const unknown = [...seen, ...unseen].flatMap(({ answers }) => answers).filter((id) => !known.has(id));
    expect(unknown).toEqual([]);
  });

  it.each([
    ['it was tuned with', seen],
    ['it had not seen', unseen],
  ])('%s: the first hit answers four of five, one of the first three nearly all', (_, questions) => {
    const missed = questions
      .filter((question) => placeOf(question) !== 0)
      .map((question) => `${placeOf(question)} ${question.ask} → ${answer(question.ask, url).slice(0, 3).map(idOf).join(', ')}`);
    expect(share(questions, 1), missed.join('\n')).toBeGreaterThanOrEqual(0.8);
    expect(share(questions, 3), missed.join('\n')).toBeGreaterThanOrEqual(0.95);
  });

  it('that are answered score 30 or more, nine of ten', () => {
    const scores = [...seen, ...unseen].map(({ ask }) => answer(ask, url)[0]?.score ?? 0);
    expect(scores.filter((score) => score >= 30).length / scores.length).toBeGreaterThanOrEqual(0.9);
  });

  it('that nothing here answers score low', () => {
    for (const question of [...foreign, ...alsoForeign]) expect(answer(question, url)[0]?.score ?? 0, question).toBeLessThan(30);
  });
});
