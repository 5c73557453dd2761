import { ValidationError } from '@chat-adapter/shared';
import { createMockState } from '@chat-adapter/tests';
import type { EventData, Space } from '@parley/sdk';
import { Actions, Button, Card, LinkButton, RadioSelect, Section, SelectOption } from 'chat';
import { describe, expect, test, vi } from 'vitest';
import { buttonsOf, Cards, linksOf } from './cards.ts';

const yes = Button({ id: 'yes', label: 'Yes {{emoji:check}}', value: 'v2' });
const no = Button({ id: 'no', label: 'No' });
const more = LinkButton({ url: 'https://example.com', label: 'More' });

describe('a card', () => {
  test('has the buttons that can be pressed, and the links, also of its sections', () => {
    const off = Button({ id: 'off', label: 'Off', disabled: true });
    const card = Card({ children: [Section([Actions([yes, more])]), Actions([no, off])] });
    expect(buttonsOf(card)).toEqual([
      { label: 'Yes ✅', actionId: 'yes', value: 'v2' },
      { label: 'No', actionId: 'no' },
    ]);
    expect(linksOf(card)).toEqual(['[More](https://example.com)']);
  });

  test('without buttons asks nothing; with one, with eleven or with a menu it is refused', () => {
    expect(buttonsOf(Card({ children: [Actions([more])] }))).toEqual([]);
    expect(() => buttonsOf(Card({ children: [Actions([yes])] }))).toThrow(ValidationError);
    expect(() => buttonsOf(Card({ children: [Actions(Array.from({ length: 11 }, () => no))] }))).toThrow('has 11');
    const menu = RadioSelect({ id: 'day', label: 'Day', options: [SelectOption({ label: 'Monday', value: 'mon' })] });
    expect(() => buttonsOf(Card({ children: [Actions([menu])] }))).toThrow('no menus: Day');
  });
});

describe('a decision of a card', () => {
  const place = { threadId: 'parley:s:m1', messageId: 'm2' };
  const question = { title: 'Ship it?', text: '', voters: [], buttons: [{ label: 'Yes', actionId: 'yes', value: 'v2' }] };
  const answered = { decisionId: 'd1', action: 'answered', option: 'o1', openedBy: 'scribe' } as EventData['decision'];
  const calls: unknown[] = [];
  const space = {
    ...{ spaceId: 's', participantId: 'scribe' },
    call: async (...call: unknown[]) => (calls.push(call), { decisionId: 'd1', options: [{ id: 'o1', label: 'Yes' }] }),
  } as unknown as Space;

  test('is answered with a button, for every process with the same state', async () => {
    const state = createMockState();
    await new Cards(state, space).post(question, async () => place);
    const cards = new Cards(state, space);
    expect(await cards.pressed(answered)).toEqual({ ...place, actionId: 'yes', value: 'v2' });
    for (const other of [
      { action: 'ended' },
      { option: undefined },
      { option: 'o2' },
      { openedBy: 'olga' },
      { decisionId: 'd2' },
    ])
      expect(await cards.pressed({ ...answered, ...other } as typeof answered)).toBeUndefined();
  });

  test('can be answered before the state knows it', async () => {
    const cards = new Cards(createMockState(), space);
    let send = (_: typeof place) => {};
    const posted = cards.post(question, () => new Promise<typeof place>((resolve) => (send = resolve)));
    const pressed = cards.pressed(answered);
    await vi.waitFor(() => expect(calls.length).toBeGreaterThan(0));
    send(place);
    await posted;
    expect(await pressed).toMatchObject({ actionId: 'yes' });
  });

  test('is withdrawn at the next start if a process died before it posted the card; others stay', async () => {
    const state = createMockState();
    await new Cards(state, space).post(question, async () => place);
    const opened = [
      ['d1', 'scribe'],
      ['d2', 'scribe'],
      ['d3', 'olga'],
    ].map(([id, openedBy]) => ({ id, view: { openedBy } }));
    calls.length = 0;
    const again = { ...space, decisions: { list: async () => opened } } as unknown as Space;
    await new Cards(state, again).withdrawUnposted(new AbortController().signal, 0);
    expect(calls).toEqual([['withdrawDecision', { decisionId: 'd2' }]]);
  });

  test('is withdrawn if the card cannot be sent', async () => {
    calls.length = 0;
    const refused = new Cards(createMockState(), space).post(question, () => Promise.reject(new Error('muted')));
    await expect(refused).rejects.toThrow('muted');
    expect(calls.at(-1)).toEqual(['withdrawDecision', { decisionId: 'd1' }]);
  });
});
