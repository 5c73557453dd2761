import { expect, test } from 'vitest';
import { room } from '../../screen/room.ts';

const here = room();

async function sitting() {
  const owner = await here.create();
  const bert = await here.parley.join(await owner.invite(), { name: 'Bert' });
  const seat = here.sit(owner, { env: { NO_COLOR: '1' } });
  await seat.isIn(2);
  return { owner, bert, seat };
}

test('a decision is a card in the conversation, which is answered with a number and shows its end', async () => {
  const { owner, bert, seat } = await sitting();
  const days = ['mon', { id: 'tue', label: 'Tuesday' }] as const;
  const decision = await bert.decide({ title: 'Which day?', text: 'Soon', options: days, voters: ['Olga', 'Bert'], rule: 'all' });
  await seat.sees('for you: Bert, /answer');
  await seat.sees(
    /│ I ask for a decision: "Which day\?"\n +│ Soon\n +│ 1 mon\n +│ 2 Tuesday\n +│ \/answer #\d+ and the number\n +→ you/,
  );
  seat.type('/answer 3\r');
  await seat.sees('There is no option “3”');
  seat.type('/answer 2 The plan is late\r');
  await seat.sees('Answered: Tuesday. 1 of 2 have answered');
  await seat.sees(/│ 2 Tuesday · 1\n +│ Olga: Tuesday\n/);
  await seat.sees('→ you ✓✓ answered');
  expect((await decision.read()).voters.find(({ name }) => name === 'Olga')).toMatchObject({
    option: 'tue',
    reason: 'The plan is late',
  });
  await decision.answer('tue');
  await seat.sees(/│ Decided: Tuesday/);
  const later = here.sit(owner);
  await later.sees(/│ Olga: Tuesday, Bert: Tuesday\n +│ Decided: Tuesday/);
});

test('nobody approves a text in the chat that it has not shown', async () => {
  const { bert, seat } = await sitting();
  const artifact = await bert.artifacts.create({ name: 'Plan', content: 'The first plan' });
  const decision = await bert.decide({ title: 'Send it?', artifact: { artifactId: artifact.id, version: 1 } });
  await artifact.edit(() => 'Another plan');
  await seat.sees(/version 1 of Plan/);
  seat.type('/decisions\r');
  await seat.sees(/Send it\? \(open, 0 of 1 answer, waits for you\)/);
  seat.type('/answer approve\r');
  await seat.sees('Plan, version 1. The same /answer again gives the answer “Approve” to it');
  await seat.sees('The first plan');
  await seat.sees('+Another plan');
  expect(await decision.read()).toMatchObject({ state: 'open' });
  seat.type('/answer approve\r');
  expect(await decision.outcome({ timeoutMs: 60_000 })).toBe('approve');
  await seat.sees('Answered: Approve. Decided: Approve');
});
