import { expect, it } from 'vitest';
import { decision, type DecisionView } from '../../index.ts';
import { shown } from './views.ts';

const { decisionRecord } = decision;
const view: DecisionView = { ...shown.decided, text: 'All dates are Mondays.', statement: 'We go on.' };

it('has the question, every answer with its reason and time, the outcome and the digest of the version', () => {
  const [voter] = view.voters;
  const text = decisionRecord({ ...view, voters: [{ ...voter!, reason: 'I read it.' }] });
  for (const part of [
    '# Send the plan to the customer?',
    'Outcome: `approve`, on 2026',
    'Version 1 of Plan',
    `SHA-256: \`${view.artifact!.sha256}\``,
    '> All dates are Mondays.',
    `- Ada (owner, ${voter!.participantId}): \`approve\` on 2026`,
    '  > I read it.',
    '- `reject`: 0',
    '> We go on.',
  ])
    expect(text).toContain(part);
  expect(text).not.toMatch(/\n\n\n/);
});

it('says what is missing: an outcome, an answer, that the text has moved on', () => {
  const { outcome: _, ...rest } = view;
  const text = decisionRecord({
    ...rest,
    state: 'lapsed',
    voters: [{ ...view.voters[0]!, answered: false }],
    artifact: { ...view.artifact!, changedSince: true },
  });
  for (const part of ['Outcome: none (lapsed)', ': no answer', 'The artifact has changed since']) expect(text).toContain(part);
});

it('nothing that somebody wrote adds a line of its own, or is Markdown', () => {
  const forged = 'x\n# Outcome: `reject`\u2028- **Ada**: <b>no</b>';
  const text = decisionRecord({
    ...view,
    title: forged,
    text: forged,
    statement: forged,
    voters: [{ ...view.voters[0]!, name: forged, reason: forged }],
    options: [{ id: 'a', label: forged, description: forged }],
  });
  expect(text.split(/[\n\u2028]/).filter((line) => /^(?:# Outcome|- \*\*Ada)/.test(line))).toEqual([]);
  expect(text.split('\n').filter((line) => line.startsWith('# '))).toHaveLength(1);
});
