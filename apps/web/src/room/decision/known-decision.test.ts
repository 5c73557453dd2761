import { NetworkError, type DecisionView } from '@parley/sdk';
import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import { KnownDecision } from './known-decision.ts';

const view = { decisionId: 'd', title: 'Publish?', state: 'open' } as DecisionView;

/** A room whose service answers with what is given, and an event by hand. */
function meeting(answers: (DecisionView | Error)[]) {
  let calls = 0;
  const space = {
    call: async () => {
      const answer = answers[Math.min(calls++, answers.length - 1)]!;
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const [ready, decision] = [signal<object>({}), signal<{ data: object } | undefined>(undefined)];
  const room = { latest: (type: string) => (type === 'ready' ? ready : decision) };
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  const known = new KnownDecision(space as never, 'd');
  return { known, room: room as never, ready, decision, settled, calls: () => calls };
}

test('is read at once, after its events and after a reconnection, and not after those of others', async () => {
  const { known, room, ready, decision, settled, calls } = meeting([view]);
  const stop = known.follow(room);
  await settled();
  expect([known.view.value, calls()]).toEqual([view, 1]);
  decision.value = { data: { decisionId: 'd', sequence: 7 } };
  await settled();
  expect(calls()).toBe(2);
  decision.value = { data: { decisionId: 'other', sequence: 8 } };
  await settled();
  expect(calls()).toBe(2);
  ready.value = {};
  await settled();
  expect(calls()).toBe(3);
  stop();
  decision.value = { data: { decisionId: 'd', sequence: 9 } };
  await settled();
  expect(calls()).toBe(3);
});

test('keeps its text while a step has returned none, and then reads it', async () => {
  const answered = { ...view, text: 'Read **all**', state: 'decided' } as DecisionView;
  const { known, settled } = meeting([{ ...view, text: 'Read **all**' }, answered]);
  await known.read();
  const learning = known.learn({ ...view, state: 'decided' });
  expect(known.view.value).toMatchObject({ state: 'decided', text: 'Read **all**' });
  await learning;
  await settled();
  expect(known.view.value).toEqual(answered);
});

test('stays as it is while the connection is lost', async () => {
  const { known } = meeting([view, new NetworkError('gone')]);
  await known.read();
  await known.read();
  expect([known.view.value, known.refusal.value]).toEqual([view, '']);
});
