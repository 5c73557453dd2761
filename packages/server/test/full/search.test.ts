import { answer, ask, join, meeting, type Input, type Member } from '@parley/testing';
import { search, type OutputOf } from '@parley/core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { searches } from '../../src/resources/index.ts';
import { databases, type Place } from '../databases.ts';
import { eventually } from '../eventually.ts';
import { serve, type Served } from '../in-process.ts';

/** Letters in which cases, marks and boundaries are difficult; many times the same, so that they are found. */
const words = [
  ...[
    'plan',
    'Plan',
    'PLANNED',
    'an',
    'a',
    'STRAẞE',
    'straße',
    'İstanbul',
    'istanbul',
    '\u212aelvin',
    'ſo',
    'café',
    'cafe\u0301',
    'e',
  ],
  ...[
    'όδος',
    'ΌΔΟΣ',
    'привет',
    'ПРИ',
    'при',
    'ин',
    '会議',
    '会',
    '明日の会議',
    'ประชุม',
    'ชุม',
    'سلام',
    'والسلام',
    'سل',
    'שלום',
    'של',
  ],
  ...[
    '한국어',
    '한',
    '한국어'.normalize('NFD'),
    'हिन्दी',
    'हि',
    '👍',
    '👩‍💻',
    '1',
    '10',
    '2010',
    'C#',
    '->',
    '.*',
    '\\d',
    '\\',
    '\\n',
    '%',
    '_',
    '(?i)',
    '"',
  ],
  ...['\u0300', 'ﬁn', 'ǅ', 'Ǆ', '𐐀𐐁', '𐐨𐐩', 'content', 'text', 'type', 'message', 'true', 'null', '\u{e0100}', '߅'],
];
const gaps = [' ', ' ', '\n', '\u00a0', '\u3000', ', ', '', '\t', '\r\n', '"', '\\', '/', '-', '\u0001', '\u2028'];
const piece = fc.tuple(fc.constantFrom(...words), fc.constantFrom(...gaps)).map((both) => both.join(''));
const text = fc
  .array(piece, { minLength: 1, maxLength: 6 })
  .map((pieces) => pieces.join(''))
  .filter((each) => /\S/.test(each));
const query = fc
  .oneof(
    fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 2 }).map((all) => all.join(' ')),
    fc.tuple(fc.constantFrom(...words), fc.constantFrom(...words)).map(([a, b]) => `"${a} ${b}"`),
    text.map((whole) => [...whole].slice(0, 3).join('')),
  )
  .filter((each) => search.termsOf(each).length > 0);

const usual = { rows: 100_000, ms: 10_000, portion: { rows: 8_000, bytes: 4_000_000, matches: 100 } };
/** The server has it too. */
const window = { ...usual };

type Page = OutputOf<'searchSpace'>;

describe.each(databases)('a search on %s', (_, open) => {
  let place: Place;
  let server: Served;
  beforeAll(async () => {
    place = await open();
    server = await serve(place.settings, undefined, { searchWindow: window });
  });
  afterAll(async () => {
    await server.stop();
    await place.remove();
  });

  const found = async (who: Member, q: string, more: Input = {}) =>
    (await answer(200, server, 'searchSpace', who, { q, ...more })).results;
  const say = async (who: Member, content: string, more: Input = {}) =>
    (await answer(200, server, 'sendMessage', who, { content, ...more })).messageId;

  /** Things of each kind that say what a list says, as a search can show them. */
  async function filled(texts: readonly string[]) {
    const { owner, crew } = await meeting(server, 1);
    const [ada] = crew as [Member];
    const things: { id: string; texts: string[] }[] = [];
    const add = (id: string, ...of: string[]) => things.push({ id, texts: of });
    for (const [i, each] of texts.entries()) {
      const line = each.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim() || 'none';
      if (i % 8 === 5) {
        const { taskId } = await answer(200, server, 'createTask', ada, { title: line, text: each });
        add(taskId, line, each);
      } else if (i % 8 === 6) {
        const { decisionId } = await answer(200, server, 'createDecision', ada, { title: line, text: each, voters: [owner.id] });
        add(decisionId, line, each);
      } else if (i % 8 === 7) {
        const { id } = await answer(200, server, 'createArtifact', owner, { name: `Text ${i}`, type: 'markdown', content: each });
        add(id, `Text ${i}`, each);
      } else add(await say(i % 2 ? ada : owner, each), each);
    }
    return { owner, ada, things };
  }

  it('finds exactly the texts that have all words, whatever their script, in windows of any size', async () => {
    const texts = fc.sample(text, { numRuns: 200, seed: 38 });
    const { owner, things } = await filled(texts);
    const sizes = fc.record({
      limit: fc.integer({ min: 1, max: 30 }),
      rows: fc.integer({ min: 3, max: 200 }),
      bytes: fc.integer({ min: 100, max: 5_000 }),
      matches: fc.integer({ min: 1, max: 20 }),
      windowRows: fc.integer({ min: 30, max: 300 }),
    });
    await fc.assert(
      fc.asyncProperty(query, sizes, async (q, { limit, windowRows, ...portion }) => {
        Object.assign(window, { rows: windowRows, portion });
        const ids: string[] = [];
        const ats: string[] = [];
        let cursor: string | undefined;
        do {
          const page: Page = await answer(200, server, 'searchSpace', owner, { q, limit, cursor });
          expect(page.hasMore).toBe(page.cursor !== undefined);
          expect(page.results.every(({ at }) => at >= page.searchedBack)).toBe(true);
          ids.push(...page.results.map(({ id }) => id));
          ats.push(...page.results.map(({ at }) => at));
          ({ cursor } = page);
        } while (cursor !== undefined);
        Object.assign(window, usual);
        expect(ats).toEqual(ats.toSorted().toReversed());
        const matcher = new search.Matcher(search.termsOf(q));
        const expected = things.filter(({ texts }) => matcher.isIn(texts)).map(({ id }) => id);
        const said = new Set(things.map(({ id }) => id));
        expect(ids.filter((id) => said.has(id)).toSorted(), q).toEqual(expected.toSorted());
      }),
      { numRuns: 60 },
    );
  });

  it('shows a place in the text, names the author, and is limited by author, time and kind', async () => {
    const { owner, invitation, crew } = await meeting(server, 2);
    const [ada, eve] = crew as [Member, Member];
    const first = await say(ada, `${'Before it. '.repeat(40)}The **launch**\n\nis on Monday.`);
    const second = await say(eve, 'launch');
    const { taskId } = await answer(200, server, 'createTask', ada, { title: 'Launch it', text: 'Soon' });
    const { fileId } = await answer(200, server, 'createFile', ada, { name: 'launch.log' });
    const all = await found(owner, 'launch');
    expect(all.map(({ kind, id }) => [kind, id])).toEqual([
      ['file', fileId],
      ['task', taskId],
      ['message', second],
      ['message', first],
    ]);
    expect(all[3]).toMatchObject({ authorId: ada.id, excerpt: expect.stringMatching(/^….*The \*\*launch\*\* is on Monday\.$/) });
    expect(all[1]).toMatchObject({ title: 'Launch it', excerpt: 'Launch it', ranges: [{ start: 0, end: 6 }] });
    expect(await found(owner, 'launch', { from: eve.id })).toMatchObject([{ id: second }]);
    expect(await found(owner, 'launch', { in: 'tasks,files' })).toMatchObject([{ id: fileId }, { id: taskId }]);
    expect(await found(owner, 'launch', { before: all[2]!.at })).toMatchObject([{ id: first }]);
    expect(await found(owner, 'launch', { after: all[3]!.at, in: 'messages' })).toMatchObject([{ id: second }]);
    expect(await found(await join(server, invitation, 'Late'), 'launch')).toEqual(all);
  });

  it('never finds what was redacted', async () => {
    const { owner } = await meeting(server, 0);
    const messageId = await say(owner, 'a secret pelican');
    expect(await found(owner, 'pelican')).toMatchObject([{ id: messageId }]);
    await answer(200, server, 'redactMessage', owner, { messageId, reason: 'It was pasted' });
    for (const q of ['pelican', 'secret', 'pasted', 'redacted']) expect(await found(owner, q), q).toEqual([]);
  });
});

describe('searches are limited', () => {
  it('to the fifth part of the requests of a client', async () => {
    const server = await serve({ PARLEY_RATE_LIMIT: '40' });
    onTestFinished(() => server.stop());
    const { owner } = await meeting(server, 0);
    const statuses: number[] = [];
    do statuses.push((await ask(server, 'searchSpace', owner, { q: 'plan' })).status);
    while (statuses.at(-1) === 200);
    // The meeting took a few requests of the same client.
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.length).toBeGreaterThan(5);
    expect(statuses.length).toBeLessThan(10);
  });

  it('to the fifth part, like redactions of tasks and decisions, which read the log', async () => {
    const server = await serve({ PARLEY_RATE_LIMIT: '60' });
    onTestFinished(() => server.stop());
    const { owner } = await meeting(server, 0);
    const { taskId } = await answer(200, server, 'createTask', owner, { title: 'x' });
    const { decisionId } = await answer(200, server, 'createDecision', owner, { title: 'x', voters: 'all' });
    const redactions = [
      () => ask(server, 'redactTask', owner, { taskId }),
      () => ask(server, 'redactDecision', owner, { decisionId }),
    ];
    const statuses: number[] = [];
    do statuses.push((await redactions[statuses.length % 2]!()).status);
    while (statuses.at(-1) === 200);
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.length).toBeGreaterThan(8);
    expect(statuses.length).toBeLessThan(14);
  });

  it('to two in progress for a key', async () => {
    const server = await serve({ PARLEY_RATE_LIMIT: '100000' });
    onTestFinished(() => server.stop());
    const { owner, crew } = await meeting(server, 1);
    const search = (who: Member) => ask(server, 'searchSpace', who, { q: 'plan' });
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const walks = vi.spyOn(searches.messages, 'walk').mockImplementation(async () => {
      await ended;
      return { things: [], reached: undefined, rows: 0 };
    });
    onTestFinished(() => walks.mockRestore());
    const first = [search(owner), search(owner)];
    await eventually(() => walks.mock.calls.length > 0);
    const refused = await search(owner);
    expect([refused.status, refused.body.code]).toEqual([429, expect.any(String)]);
    const other = search(crew[0]!);
    end();
    expect((await Promise.all([...first, other])).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await search(owner)).status).toBe(200);
  });
});
