import { describe, expect, it } from 'vitest';
import { draftFrom, newDraft } from './drafts.ts';
import { draftOf, outgoingOf } from './outbox.ts';

describe('draftFrom', () => {
  it('reads what was stored, with the key that it was made with', () => {
    const draft = { text: 'Hello', once: 'k', to: ['bob'], replyTo: 'm' };
    expect(draftFrom(JSON.stringify(draft), null)).toEqual({ ...draft, image: undefined });
    expect(draftFrom(JSON.stringify(draft), 'data:image/png;base64,AA==').image).toBe('data:image/png;base64,AA==');
  });

  it.each([null, '', '{', '[]', '{"text":1}'])('begins another draft for %j', (stored) => {
    const draft = draftFrom(stored, null);
    expect(draft.text).toBe('');
    expect(draft.once).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('outgoingOf', () => {
  const directed = { to: ['bob'], expects: 'ack' as const, replyTo: 'm' };

  it('sends the text with the key of the draft', () => {
    expect(outgoingOf({ text: 'Hello', once: 'k', ...directed })).toEqual([
      { content: 'Hello', type: 'text', once: 'k', ...directed },
    ]);
  });

  it('sends an image before the text, with a key of its own, and directs only the text', () => {
    const [image, text] = outgoingOf({ text: 'Look', image: 'data:', once: 'k', ...directed });
    expect(image).toMatchObject({ content: 'data:', type: 'image' });
    expect(image).not.toHaveProperty('to');
    expect(image!.once).not.toBe('k');
    expect(text).toMatchObject({ content: 'Look', once: 'k', to: ['bob'] });
  });

  it('directs an image without a text', () => {
    expect(outgoingOf({ text: ' ', image: 'data:', once: 'k', ...directed })).toEqual([
      { content: 'data:', type: 'image', once: 'k', ...directed },
    ]);
  });

  it('expects something only of addressees, and sends nothing for an empty draft', () => {
    expect(outgoingOf({ text: 'Hello', once: 'k', expects: 'ack' })[0]!.expects).toBeUndefined();
    expect(outgoingOf(newDraft())).toEqual([]);
  });

  const files = [
    { fileId: 'f', name: 'build.log', bytes: 5 },
    { fileId: 'g', name: 'b.txt', bytes: 1 },
  ];

  it('sends files with the text, or with the image if there is none, and says their names if there is neither', () => {
    expect(outgoingOf({ text: 'Look', image: 'data:', attachments: files, once: 'k' })).toMatchObject([
      { type: 'image', content: 'data:' },
      { type: 'text', content: 'Look', attachments: files },
    ]);
    expect(outgoingOf({ text: 'Look', image: 'data:', attachments: files, once: 'k' })[0]).not.toHaveProperty('attachments');
    expect(outgoingOf({ text: '', image: 'data:', attachments: files, once: 'k' })).toMatchObject([
      { type: 'image', attachments: files },
    ]);
    const [named] = outgoingOf({ text: ' ', attachments: files, once: 'k', ...directed });
    expect(named).toEqual({ content: 'build.log, b.txt', type: 'text', once: 'k', attachments: files, ...directed });
    expect(draftOf(named!)).toMatchObject({ text: '', attachments: files });
  });

  it('keeps the key when a message becomes a draft again', () => {
    const [outgoing] = outgoingOf({ text: 'Hello', once: 'k', ...directed });
    expect(draftOf(outgoing!)).toEqual({ text: 'Hello', image: undefined, once: 'k', ...directed });
  });
});
