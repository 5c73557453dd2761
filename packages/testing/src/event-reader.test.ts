import { expect, it } from 'vitest';
import { EventReader } from './event-reader.ts';

const text =
  'retry: 3000\n\nevent: ready\ndata: {"a":1}\n\n: still here\n\nevent: message\nid: 7\ndata: one: two\ndata: three\n\ndata: plain\n\n';
const events = [
  { event: 'ready', data: '{"a":1}' },
  { event: 'message', id: '7', data: 'one: two\nthree' },
  { event: 'message', data: 'plain' },
];

it('finds events, and neither comments nor the reconnection time', () => {
  expect(new EventReader().take(text)).toEqual(events);
});

it('finds the same in whatever pieces the text arrives', () => {
  for (const size of [1, 2, 7]) {
    const reader = new EventReader();
    const found = [];
    for (let i = 0; i < text.length; i += size) found.push(...reader.take(text.slice(i, i + size)));
    expect(found).toEqual(events);
  }
});

it('knows whether a stream ended within an event', () => {
  const reader = new EventReader();
  reader.take(text);
  expect(reader.isWithin).toBe(false);
  reader.take('event: message\n');
  expect(reader.isWithin).toBe(true);
});
