import { expect, test } from 'vitest';
import { after, lines, meeting, said } from './meeting.fixture.ts';
import { delivered, discarded, failed, sending, stored, unsentIn } from './pending.ts';
import { scrolled } from './scroll.ts';
import { farewell, view } from './view.ts';

const states = ({ pending }: { pending: readonly { text: string; state: string }[] }) =>
  pending.map(({ text, state }) => `${text}: ${state}`);

test('a message is pending until the stream delivers it', () => {
  const begun = sending(meeting(), 'k1', 'Hi');
  expect(states(begun)).toEqual(['Hi: sending']);
  const done = stored(begun, 'k1', 'message-7');
  expect(states(done)).toEqual(['Hi: sent']);
  const shown = after(done, said('Olga', 'Hi', 7));
  expect([states(shown), lines(shown).at(-1)]).toEqual([[], 'Olga: Hi']);
});

test('a message that the stream delivered first is not shown twice', () => {
  const shown = after(sending(meeting(), 'k1', 'Hi'), said('Olga', 'Hi', 7));
  expect(states(stored(shown, 'k1', 'message-7'))).toEqual([]);
});

test('a failed message shows the reason and stays until it is sent again or discarded', () => {
  const model = sending(failed(sending(meeting(), 'k1', 'one'), 'k1', 'You are muted.'), 'k2', 'two');
  expect(states(model)).toEqual(['one: failed', 'two: sending']);
  const shown = view(model, false).lines.join('\n');
  expect(shown).toContain('You are muted. /retry sends it again, /discard removes it.');
  expect(states(sending(model, 'k1', 'one'))).toEqual(['one: sending', 'two: sending']);
  expect(states(discarded(model))).toEqual(['two: sending']);
  expect(unsentIn(delivered(stored(model, 'k2', 'm'), 'm')).map(({ text }) => text)).toEqual(['one']);
});

test('pending messages do not move the view of a user who has scrolled up', () => {
  const talk = after(meeting(), ...Array.from({ length: 30 }, (_, i) => said('Ann', `Message ${i}`, i)));
  const texts = (model: typeof talk) => view(model, false).lines.flatMap((line) => /Message \d+/.exec(line) ?? []);
  const reading = scrolled(talk, 1);
  const begun = sending(reading, 'k1', 'Hi\nthere');
  const refused = failed(begun, 'k1', 'No');
  for (const model of [begun, refused, discarded(refused)]) expect(texts(model)).toEqual(texts(reading));
});

test('the last lines say what was not sent', () => {
  const model = failed(sending(after(meeting(), said('Ann', 'Hello')), 'k1', 'Hi'), 'k1', 'No');
  const plain = farewell(model, false).replace(/\x1b\[[0-9;]*m/g, '');
  expect(plain).toMatch(/Ann +│ Hello\n.*not sent.*│ Hi\n.*\n1 message was not sent/s);
  expect(farewell({ ...meeting(), over: 'This space has ended.' }, false)).toBe('This space has ended.\n');
});
