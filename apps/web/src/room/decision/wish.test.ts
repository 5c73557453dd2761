import { expect, test } from 'vitest';
import { mistakeIn, optionsIn, wishIn, type Wish } from './wish.ts';

function formOf(fields: Record<string, string | string[]>): FormData {
  const form = new FormData();
  for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) form.append(name, value);
  return form;
}

test('an empty form asks the owner to approve', () => {
  const form = formOf({
    title: ' Publish? ',
    text: ' ',
    kind: 'approval',
    voters: 'owner',
    rule: 'first',
    expires: '',
    artifact: '',
  });
  expect(wishIn(form)).toEqual({ title: 'Publish?', voters: 'owner', rule: 'first', secret: false });
});

test('a full form says everything', () => {
  const form = formOf({
    ...{ title: 'Which day?', text: 'Of **May**', kind: 'own', options: 'Monday\n\n Tuesday \nMonday' },
    ...{ voters: 'some', voter: ['a', 'b'], rule: 'majority', expires: '3600', artifact: 'x', version: '7', secret: 'on' },
  });
  expect(wishIn(form)).toEqual({
    title: 'Which day?',
    text: 'Of **May**',
    options: [{ label: 'Monday' }, { label: 'Tuesday' }],
    voters: ['a', 'b'],
    rule: 'majority',
    secret: true,
    expiresInSeconds: 3_600,
    artifact: { artifactId: 'x', version: 7 },
  });
});

const wish: Wish = { title: 'Publish?', voters: 'owner', rule: 'first', secret: false };
const options = ['Now', 'Later'].map((label) => ({ label }));

test.each<[Partial<Wish>, string | undefined]>([
  [{}, undefined],
  [{ options }, undefined],
  [{ options: options.slice(1) }, 'Write 2 to 10 options, one per line.'],
  [
    { options: optionsIn('0123456789a'.split('').join('\n')).map((label) => ({ label })) },
    'Write 2 to 10 options, one per line.',
  ],
  [{ voters: [] }, 'Choose who answers.'],
  [{ rule: 'no-objection', expiresInSeconds: 60 }, undefined],
  [{ rule: 'no-objection' }, 'Without objections it needs a time at which it ends.'],
  [{ rule: 'no-objection', expiresInSeconds: 60, options }, 'Without objections only “Approve” and “Reject” can be the options.'],
])('%j: %s', (more, mistake) => {
  expect(mistakeIn({ ...wish, ...more })).toBe(mistake);
});
