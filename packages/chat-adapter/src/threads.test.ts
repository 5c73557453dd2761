import { createMockState } from '@chat-adapter/tests';
import type { MessageView } from '@parley/sdk';
import { describe, expect, test, vi } from 'vitest';
import { Threads } from './threads.ts';

const message = (id: string, more: Partial<MessageView> = {}) => ({ id, ...more }) as MessageView;
const begun = () => new Threads(createMockState(), 's');

describe('a thread', () => {
  test('is a message and the replies to it, however deep, and their corrections', async () => {
    const threads = begun();
    const all = [message('a'), message('b', { replyTo: 'a' }), message('c', { replyTo: 'b' }), message('d', { replaces: 'c' })];
    for (const each of all) expect(await threads.of(each)).toBe('parley:s:a');
    expect(await threads.at('d')).toBe('parley:s:a');
  });

  test('of a reply to something unknown is read, if that is possible, and else begins there', async () => {
    const threads = begun();
    const earlier = vi.fn<() => Promise<MessageView[]>>(async () => [message('a'), message('b')]);
    expect(await threads.of(message('c', { replyTo: 'b' }), earlier)).toBe('parley:s:a');
    expect(await threads.of(message('d', { replyTo: 'c' }), earlier)).toBe('parley:s:a');
    expect(earlier).toHaveBeenCalledOnce();
    expect(await threads.of(message('f', { replyTo: 'e' }))).toBe('parley:s:e');
  });

  test('is the same for another process with the same state', async () => {
    const state = createMockState();
    await new Threads(state, 's').of(message('b', { replyTo: 'a' }));
    expect(await new Threads(state, 's').of(message('c', { replyTo: 'b' }))).toBe('parley:s:a');
  });
});
