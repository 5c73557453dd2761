import { expect, test } from 'vitest';
import { insert, textIn } from './editor.ts';
import type { Key } from './keys.ts';
import { after, artifact, lines, meeting, person, said } from './meeting.fixture.ts';
import type { Model, Wish } from './model.ts';
import { press } from './press.ts';

const keyOf = (key: string): Key =>
  /^[A-Z]/.test(key) ? ({ name: key[0]!.toLowerCase() + key.slice(1) } as Key) : { name: 'text', text: key };

/** The text, the wishes and the notices after these keys (names of keys begin with a capital letter). */
function typed(model: Model, ...keys: string[]) {
  const wishes: Wish[] = [];
  const end = keys.map(keyOf).reduce((model, key) => {
    const pressed = press(model, key);
    if (pressed.wish) wishes.push(pressed.wish);
    return pressed.model;
  }, model);
  return { text: textIn(end.editor), wishes, told: lines(end), model: end };
}

test('Enter sends what is written and leaves an empty line', () => {
  expect(typed(meeting(), 'hi', 'Enter')).toMatchObject({ text: '', wishes: [{ do: 'send', text: 'hi' }] });
  expect(typed(meeting(), '   ', 'Enter')).toMatchObject({ text: '   ', wishes: [] });
});

test('a backslash at the end, or Alt-Enter, begins another line', () => {
  expect(typed(meeting(), 'one\\', 'Enter', 'two', 'Newline', 'three', 'Enter').wishes).toEqual([
    { do: 'send', text: 'one\ntwo\nthree' },
  ]);
});

test('a line that begins with / is a command, with // a message', () => {
  expect(typed(meeting(), '/who', 'Enter').wishes).toMatchObject([{ do: 'run' }]);
  expect(typed(meeting(), '//who', 'Enter').wishes).toEqual([{ do: 'send', text: '/who' }]);
  expect(typed(meeting(), '/frobnicate', 'Enter')).toMatchObject({
    wishes: [],
    told: ['There is no command /frobnicate. /help lists the commands.'],
  });
});

test('Ctrl-D erases while there is text, and quits when there is none', () => {
  expect(typed(meeting(), 'ab', 'Home', 'EraseNextOrQuit')).toMatchObject({ text: 'b', wishes: [] });
  expect(typed(meeting(), 'EraseNextOrQuit').wishes).toEqual([{ do: 'quit' }]);
});

test('Ctrl-C clears the draft, then asks, then quits; Up recalls the draft', () => {
  expect(typed(meeting(), 'ab', 'Interrupt')).toMatchObject({ text: '', wishes: [], model: { question: undefined } });
  expect(typed(meeting(), 'ab', 'Interrupt', 'Up').text).toBe('ab');
  expect(typed(meeting(), 'Interrupt')).toMatchObject({ wishes: [], model: { question: { yes: { do: 'interrupt' } } } });
  expect(typed(meeting(), 'Interrupt', 'Interrupt').wishes).toEqual([{ do: 'interrupt' }]);
  expect(typed(meeting(), 'Interrupt', 'y').wishes).toEqual([{ do: 'interrupt' }]);
  expect(typed(meeting(), 'Interrupt', 'n')).toMatchObject({ text: '', wishes: [], model: { question: undefined } });
});

test('a command that cannot be undone runs only after a yes', () => {
  const asking = (...keys: string[]) => typed(meeting(), '/kick Ann', 'Enter', ...keys);
  expect(asking()).toMatchObject({ wishes: [], model: { question: { text: 'Remove Ann from this space?' } } });
  expect(asking('y').wishes).toMatchObject([{ do: 'run' }]);
  for (const key of ['n', 'Enter', 'Escape', 'Interrupt', 'EraseNextOrQuit', 'Tab']) {
    expect(asking(key), key).toMatchObject({ text: '', wishes: [], model: { question: undefined } });
  }
  expect(asking('you there?')).toMatchObject({ text: 'you there?', wishes: [], model: { question: undefined } });
});

test('Ctrl-Z keeps the draft', () => {
  expect(typed(meeting(), 'ab', 'Suspend')).toMatchObject({ text: 'ab', wishes: [{ do: 'suspend' }] });
});

test('sending leads back to the end of the conversation', () => {
  expect(typed({ ...meeting(), hidden: 5 }, 'hi', 'Enter').model.hidden).toBe(0);
  expect(typed({ ...meeting(), hidden: 5 }, 'Escape').model.hidden).toBe(0);
});

test('up finds what was sent before', () => {
  expect(typed(meeting(), 'one', 'Enter', 'two', 'Enter', 'Up', 'Up').text).toBe('one');
});

test('Tab completes commands, as far as it is clear which', () => {
  expect(typed(meeting(), '/qu', 'Tab').text).toBe('/quit ');
  expect(typed(meeting(), '/un', 'Tab')).toMatchObject({ text: '/un', told: [], model: { choices: ['/unlock', '/unmute'] } });
  expect(typed(meeting('Ann'), '/un', 'Tab').text).toBe('/unlock ');
});

test('Tab completes names where a command takes one, and only those it can be done to', () => {
  const model = { ...meeting('Olga', [person('Anna Bo'), person('Annika', 'muted')]), artifacts: [artifact('Plan B')] };
  expect(typed(model, '/mute a', 'Tab').text).toBe('/mute Anna Bo ');
  expect(typed(model, '/unmute ', 'Tab').text).toBe('/unmute Annika ');
  expect(typed(model, '/kick a', 'Tab', 'Tab')).toMatchObject({ text: '/kick Ann', model: { choices: ['Anna Bo', 'Annika'] } });
  expect(typed(model, '/show p', 'Tab').text).toBe('/show Plan B ');
});

test('Tab completes names within a message', () => {
  const model = meeting();
  expect(typed({ ...model, editor: insert(model.editor, 'Hello @be') }, 'Tab').text).toBe('Hello @Bert ');
  expect(typed(model, 'hello ', 'Tab').text).toBe('hello ');
  expect(typed(model, '@', 'Tab')).toMatchObject({ text: '@', told: [], model: { choices: ['Ann', 'Bert'] } });
  expect(typed(model, '/to ', 'Tab').model.choices).toEqual(['Ann', 'Bert']);
  expect(typed(model, '/to ', 'Tab', 'x').model.choices).toEqual([]);
  expect(typed(model, '/to @b', 'Tab').text).toBe('/to @Bert ');
  expect(typed(model, '/to b', 'Tab').text).toBe('/to Bert ');
});

test('Tab completes several names, names with spaces, and numbers of messages', () => {
  const model = after(
    meeting('Olga', [person('Cleo Ash'), person('Bert')]),
    said('Bert', 'Ready?', 7),
    said('Cleo Ash', 'Yes', 8),
  );
  expect(typed(model, '@cleo a', 'Tab').text).toBe('@Cleo Ash ');
  expect(typed(model, '@Bert @c', 'Tab').text).toBe('@Bert @Cleo Ash ');
  expect(typed(model, '/to Bert @c', 'Tab').text).toBe('/to Bert @Cleo Ash ');
  expect(typed(model, 'a@', 'Tab').text).toBe('a@');
  expect(typed(model, '/reply #', 'Tab').model.choices).toEqual(['Bert #7: Ready?', 'Cleo Ash #8: Yes']);
  expect(typed(model, '/reply #7', 'Tab').text).toBe('/reply #7 ');
});

test('a leading @name directs the message, and what it says is sent without the names', () => {
  const model = meeting('Olga', [person('Ann'), person('Cleo Ash')]);
  const [ann, cleo] = ['Ann', 'Cleo Ash'].map((name) => ({ id: `id-of-${name}`, name }));
  expect(typed(model, '@Ann @Cleo Ash: Ready?', 'Enter')).toMatchObject({
    text: '',
    wishes: [{ do: 'send', text: 'Ready?', direction: { to: [ann, cleo] } }],
  });
});

test('a name that fits nobody is not sent as text, and stays to be corrected', () => {
  const { text, wishes, told } = typed(meeting(), '@nobody hi', 'Enter');
  expect({ text, wishes }).toEqual({ text: '@nobody hi', wishes: [] });
  expect(told[0]).toMatch(/There is no participant “nobody” in this space.*Nothing was sent.*\\ before the @/);
});

test('a backslash keeps an @ at the beginning from directing', () => {
  expect(typed(meeting(), '\\@all hi', 'Enter').wishes).toEqual([{ do: 'send', text: '@all hi' }]);
  expect(typed(meeting(), '@ five', 'Enter').wishes).toEqual([{ do: 'send', text: '@ five' }]);
});
