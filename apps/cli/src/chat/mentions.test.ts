import { expect, test } from 'vitest';
import { insert } from './editor.ts';
import { intentInWords } from './intent.ts';
import { after, event, meeting, message, person } from './meeting.fixture.ts';
import { mentioned, isMention } from './mentions.ts';
import { met } from './model.ts';

const model = met(meeting('Olga', [person('Bob'), person('Bob Ash'), person('Eve: the 2nd', 'muted'), person('@Echo')]), [
  person('Gone', 'left'),
  { ...person('Ann'), reach: 'live' },
  { ...person('Ann'), participantId: 'another-ann' },
]);
const names = (typed: string) => mentioned(model, typed).to.map(({ name }) => name);
const text = (typed: string) => mentioned(model, typed).text;

test.each([
  ['@Bob hi', ['Bob'], 'hi'],
  ['@bob: hi', ['Bob'], 'hi'],
  ['  @Bob, hi', ['Bob'], 'hi'],
  ['@Bob\nhi\nthere', ['Bob'], 'hi\nthere'],
  ['@Bob Ash: hi', ['Bob Ash'], 'hi'],
  ['@Bob Ash, @Bob: hi', ['Bob Ash', 'Bob'], 'hi'],
  ['@Bob @Bob hi', ['Bob'], 'hi'],
  ['@Bob @Eve: the 2nd hi', ['Bob', 'Eve: the 2nd'], 'hi'],
  ['@Bob: @all hi', ['Bob'], '@all hi'],
  ['@Bob \\@all hi', ['Bob'], '@all hi'],
  ['@Echo hi', ['@Echo'], 'hi'],
  ['@Bob Ann is late', ['Bob'], 'Ann is late'],
  ['@#7 hi', ['Ann'], 'hi'],
])('%j is directed to %j', (typed, to, words) => {
  expect({ to: names(typed), text: text(typed) }).toEqual({ to, text: words });
});

test.each([
  ['@Nobody hi', 'There is no participant “Nobody” in this space.'],
  ['@Gone hi', 'There is no participant “Gone”'],
  ["@Bob's idea", "There is no participant “Bob's”"],
  ['@Bob @all hi', 'There is no participant “all”'],
  ['@Ann hi', '“Ann” is ambiguous; use the number: 7 (Ann), 8 (Ann).'],
  ['@Olga hi', 'You cannot direct a message to yourself.'],
  ['@Bob Ash hi', '“Bob” and “Bob Ash” both fit: end the name with a colon.'],
  ['@Bob', 'There is no text for Bob.'],
  ['@Bob @Bob Ash: ', 'There is no text for Bob, Bob Ash.'],
])('%j is refused in words', (typed, words) => {
  expect(() => mentioned(model, typed)).toThrow(words);
});

test('an @ elsewhere, or alone, directs nothing', () => {
  expect(['ask @Bob', 'a@b.example', '@ Bob', '@', '\\@Bob hi', '/to Bob hi'].filter(isMention)).toEqual([]);
});

test('what a line will do is said before it is sent', () => {
  const asked = after(model, event('message', { ...message('Bob', 'Ready?', 7), to: ['id-of-Olga'], expects: 'reply' }));
  const intent = (typed: string) => intentInWords({ ...asked, editor: insert(asked.editor, typed) });
  const away = new Date(Date.now() - 200_000).toISOString();
  const seen = met(asked, [{ ...person('Bob'), reach: 'away', lastSeenAt: away }]);
  expect(intentInWords({ ...seen, editor: insert(seen.editor, '@Bob, @#7 hi') })).toBe('to Bob (away for 3 min), Ann (live)');
  expect(intent('/to Bob @eve hi')).toBe('to Bob, Eve: the 2nd (muted)');
  expect(intent('@Xy')).toBe('There is no participant “Xy” in this space.');
  expect(intent('/reply Yes')).toBe('reply to Bob #7: Ready?');
  expect(intent('/decline #7 No')).toBe('decline Bob #7: Ready?');
  expect(['hi', '\\@Bob', '//x', '/who', '/reply #9 x'].map(intent)).toEqual(['', '', '', '', '']);
});
