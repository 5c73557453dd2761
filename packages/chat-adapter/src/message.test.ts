import { describe, expect, test, vi } from 'vitest';
import type { MessageView, Space } from '@parley/sdk';
import { messageOf, sendable } from './message.ts';

const view: MessageView = {
  ...{ id: 'm1', senderId: 'olga', senderName: 'Olga', isOwner: true, speaker: 'human', type: 'text', sequence: 7 },
  ...{ content: '**Ready**, @Scribe?', timestamp: '2026-01-31T12:00:00.000Z' },
};
const files = {
  create: vi.fn<(name: string, ...more: unknown[]) => Promise<{ fileId: string }>>(async (name) => ({ fileId: `id of ${name}` })),
  download: vi.fn<() => Promise<Uint8Array>>(async () => new Uint8Array([1])),
};
const space = { participantId: 'scribe', files } as unknown as Space;
const parsed = (more: Partial<MessageView> = {}) => messageOf({ ...view, ...more }, 'parley:s:m1', space);

describe('a message', () => {
  test('has plain text, and its Markdown as a tree', () => {
    const { id, threadId, text, formatted, author, metadata } = parsed();
    expect({ id, threadId, text }).toEqual({ id: 'm1', threadId: 'parley:s:m1', text: 'Ready, @Scribe?' });
    expect(formatted.children[0]).toMatchObject({ type: 'paragraph' });
    expect(author).toEqual({ userId: 'olga', userName: 'Olga', fullName: 'Olga', isBot: false, isMe: false });
    expect(metadata).toEqual({ dateSent: new Date(view.timestamp), edited: false });
  });

  test.each([
    ['human', false],
    ['agent', true],
    ['owner', 'unknown'],
    ['guest', 'unknown'],
  ] as const)('of the class %s is by a bot: %s', (speaker, isBot) => {
    expect(parsed({ speaker }).author.isBot).toBe(isBot);
  });

  test('of the bot is its own', () => {
    expect(parsed({ senderId: 'scribe' }).author.isMe).toBe(true);
  });

  test('that is directed to the bot mentions it; of others, @name in their text decides', () => {
    expect(parsed({ to: ['scribe'] }).isMention).toBe(true);
    expect(parsed({ to: ['carol'] }).isMention).toBeUndefined();
  });

  test('that corrects another one has its id, and is edited', () => {
    const { id, metadata } = parsed({ id: 'm2', replaces: 'm1' });
    expect(id).toBe('m1');
    expect(metadata).toMatchObject({ edited: true, editedAt: new Date(view.timestamp) });
  });

  test('has its files, and an image, as attachments', async () => {
    const file = { fileId: 'f1', name: 'plan.pdf', bytes: 1, sha256: '', type: 'application/pdf' };
    const [attachment] = parsed({ attachments: [file] }).attachments;
    expect(attachment).toMatchObject({
      type: 'file',
      name: 'plan.pdf',
      mimeType: 'application/pdf',
      size: 1,
      fetchMetadata: { fileId: 'f1' },
    });
    expect(await attachment!.fetchData!()).toEqual(Buffer.from([1]));
    const picture = parsed({ type: 'image', content: 'https://example.com/chart.png' });
    expect([picture.text, picture.attachments]).toEqual(['', [{ type: 'image', url: 'https://example.com/chart.png' }]]);
  });
});

describe('what is sent', () => {
  test.each([
    ['a text', 'a_b *c*', 'a_b *c*'],
    ['raw text', { raw: '*a*' }, '*a*'],
    ['Markdown', { markdown: '# Plan\n\n- a\n' }, '# Plan\n\n- a\n'],
    ['a tree', { ast: parsed().formatted }, '**Ready**, @Scribe?'],
    ['an emoji', 'Done {{emoji:check}}', 'Done ✅'],
    ['a card', { type: 'card' as const, title: 'Plan', children: [] }, '**Plan**'],
    [
      'a card with a text',
      { card: { type: 'card' as const, title: 'Plan', children: [] }, fallbackText: 'The plan' },
      'The plan',
    ],
  ])('for %s is Markdown', async (_, message, content) => {
    expect(await sendable(message, space)).toEqual({ content, to: [] });
  });

  test('with files has uploaded them', async () => {
    const data = Buffer.from('a');
    const message = {
      markdown: '',
      files: [{ data, filename: 'a.txt', mimeType: 'text/plain' }],
      attachments: [{ type: 'image' as const, data }],
    };
    expect(await sendable(message, space)).toEqual({
      content: 'a.txt, image',
      attachments: ['id of a.txt', 'id of image'],
      to: [],
    });
    expect(files.create).toHaveBeenCalledWith('a.txt', data, { type: 'text/plain' });
  });

  test('with a file that is elsewhere is refused', async () => {
    const message = { markdown: 'Look', attachments: [{ type: 'image' as const, url: 'https://example.com/chart.png' }] };
    await expect(sendable(message, space)).rejects.toThrow('image has no data');
  });
});
