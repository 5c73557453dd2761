import { expect, test } from 'vitest';
import { json, nothing, scripted, type Step } from '../../../test/scripted-fetch.ts';
import { NotFoundError, Parley } from '../../index.ts';

const spaceId = '5b1d4a1e-7a57-4c8f-9d7f-000000000001';
const ada = { participantId: '5b1d4a1e-7a57-4c8f-9d7f-000000000002', name: 'Ada', status: 'active' };
const window = (cursor: string | undefined, ...ids: string[]) =>
  json({
    results: ids.map((id) => ({ kind: 'message', id, ranges: [] })),
    cursor,
    hasMore: cursor !== undefined,
    searchedBack: 'then',
  });

function serving(...steps: [Step, ...Step[]]) {
  const { fetch, requests } = scripted(...steps);
  const space = new Parley({ baseUrl: 'http://parley.test', fetch }).space({ spaceId, key: 'k' });
  const asked = () => requests.map(({ url }) => Object.fromEntries(new URL(url).searchParams));
  return { space, asked };
}

test('a search goes through all windows, also those without results', async () => {
  const { space, asked } = serving(window('1', 'a', 'b'), window('2'), window(undefined, 'c'));
  const found = [];
  for await (const { id } of space.search('two words')) found.push(id);
  expect(found).toEqual(['a', 'b', 'c']);
  expect(asked()).toEqual([{ q: 'two words' }, { q: 'two words', cursor: '1' }, { q: 'two words', cursor: '2' }]);
});

test('a search asks for no more than is read, and continues with a cursor', async () => {
  const { space, asked } = serving(window('1', 'a', 'b'));
  for await (const { cursor } of space.search('words', { cursor: '0', limit: 2 }).windows()) {
    expect(cursor).toBe('1');
    break;
  }
  expect(asked()).toEqual([{ q: 'words', cursor: '0', limit: '2' }]);
});

test('a search takes kinds, the name of an author and dates', async () => {
  const { space, asked } = serving(json({ ...nothing, participants: [ada] }), window(undefined));
  const options = { in: ['messages', 'tasks'], from: 'ada', before: new Date(0), after: '2026-01-31T12:00:00+01:00' } as const;
  for await (const _ of space.search('words', options));
  expect(asked()[1]).toEqual({
    q: 'words',
    in: 'messages,tasks',
    from: ada.participantId,
    before: '1970-01-01T00:00:00.000Z',
    after: '2026-01-31T11:00:00.000Z',
  });
  await expect(serving(json(nothing)).space.search('words', { from: 'Bob' }).windows().next()).rejects.toThrow(NotFoundError);
});
