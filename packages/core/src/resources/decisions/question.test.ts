import { expect, it } from 'vitest';
import { askedOf } from './question.ts';
import { shown } from './views.ts';

const { open, decided } = shown;
const [{ participantId: voter }] = open.voters as [(typeof open.voters)[number]];

it('is a question only for its voters, and waits until they have answered or it has ended', () => {
  expect(askedOf(open, voter)).toMatchObject({ id: open.decisionId, authorId: open.openedBy, isWaiting: true });
  expect(askedOf(open, open.openedBy)).toBeUndefined();
  expect(askedOf(decided, voter)?.isWaiting).toBe(false);
  expect(askedOf({ ...open, voters: [{ ...open.voters[0]!, answered: true }] }, voter)?.isWaiting).toBe(false);
  expect(askedOf({ ...open, state: 'withdrawn' }, voter)?.isWaiting).toBe(false);
});

it('shows the title, the text, the version and the options, and takes each by its id and its label', () => {
  const artifact = { ...open.artifact, changedSince: true };
  const options = [
    { id: 'yes', label: 'Yes', description: 'Today' },
    { id: 'no', label: 'No' },
  ];
  const { text, data, example, replies } = askedOf({ ...open, text: 'It is *ready*.', artifact, options }, voter)!;
  expect(text.split('\n\n')).toEqual([
    open.title,
    'It is *ready*.',
    expect.stringMatching(/^It is about version 1 of "Plan" \(.*\), which is not the present one\.$/),
    'Options:\n- yes: Yes (Today)\n- no: No',
  ]);
  expect(data).toMatchObject({ decisionId: open.decisionId, text: 'It is *ready*.', options, artifact });
  expect(example).toEqual({ decisionId: open.decisionId, option: '<id>', version: 1 });
  expect(replies).toEqual([
    { id: 'yes', names: ['Yes'] },
    { id: 'no', names: ['No'] },
  ]);
});
