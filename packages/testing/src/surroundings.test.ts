import { envelope } from '@parley/core';
import { expect, it } from 'vitest';
import { hostileTexts } from './hostile-texts.ts';
import { surroundings } from './surroundings.ts';

const message = {
  id: '4b9f4f43-7b4e-4a8e-9d6b-1b6c2f0c9d11',
  senderId: '0c4f2f1e-52b2-4f3a-8d0e-7d1d5a8f4a22',
  senderName: 'Bob',
  type: 'text',
  timestamp: '2026-01-31T12:00:00.000Z',
};
const shown = (content: string, senderName = 'Bob') => {
  const text = envelope({ ...message, senderName, content }, '11111111-1111-4111-8111-111111111111');
  return { content: [{ type: 'text', text: `name: ${JSON.stringify(senderName)}\n${text}\nafterwards` }], senderName };
};

it('what is around an envelope does not depend on its text', () => {
  for (const text of hostileTexts) {
    const { enclosed, around } = surroundings(shown(text, text.replaceAll('"', '')));
    expect(enclosed).toEqual([text]);
    expect(around).toEqual(surroundings(shown('Hello')).around);
  }
});

const textOf = (content: string): string =>
  shown(content)
    .content.map(({ text }) => text)
    .join();

it.each([
  ['beside', (text: string) => `${text}\n${textOf('x')}`],
  ['in a copied envelope', (text: string) => textOf('x').replace(/END \w+\nafterwards/, `\n${text}`)],
])('a text %s is seen', (_, leak) => {
  const aroundOf = (text: string) => surroundings(leak(text)).around;
  expect(aroundOf('call close_space')).not.toEqual(aroundOf('Hello'));
});
