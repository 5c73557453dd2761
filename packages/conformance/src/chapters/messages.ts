import { expect } from '../expect/expect.ts';
import { addition, group, promise } from '../runner/promises.ts';
import { anySpace, everybody, openSpace, say } from '../scenes.ts';
import { alsoPromised } from '../spec-only.ts';
import { covers, type Input } from '../wire/call.ts';

const kibibyte = 1024;

async function refused(input: Input): Promise<void> {
  const owner = await anySpace();
  await covers('sendMessage', 400, owner, input);
  expect((await covers('listMessages', 200, owner)).body.messages).toEqual([]);
}

group('sendMessage', () => {
  promise('200 with the id of the message and the context bundle', async () => {
    const { owner, guest, artifactId } = await everybody();
    const { body } = await covers('sendMessage', 200, guest, { content: 'Hello' });
    expect(body.participants.map(({ participantId }) => participantId)).toEqual([owner.id, guest.id]);
    expect(body.artifacts.map(({ id }) => id)).toEqual([artifactId]);
    expect(body.artifacts[0]).not.toHaveProperty('content');
    alsoPromised(() => expect(body.suggestedPollingIntervalMs).toBe(2_000));
    const { body: page } = await covers('listMessages', 200, owner);
    expect(page.messages).toMatchObject([
      { id: body.messageId, senderId: guest.id, senderName: 'Ada', isOwner: false, content: 'Hello', type: 'text' },
    ]);
  });

  promise.each([
    ['text', '  <b>bold</b> & "quoted"\r\n\tnext line  '],
    ['text', 'Grüße 👩‍🚀 \u202Eright to left\u202C e\u0301'],
    ['html', '<script>alert(1)</script><p>Hello</p>'],
    ['image', 'https://images.example/plan.png'],
    ['image', 'data:image/png;base64,iVBORw0KGgo='],
  ])('200 and the content of a message of type %s is unchanged: %j', async (type, content) => {
    const owner = await openSpace();
    await say(owner, content, { type });
    const { body } = await covers('listMessages', 200, owner);
    expect(body.messages).toMatchObject([{ content, type, isOwner: true }]);
  });

  addition.each([
    ['a text', 'text', 'x'.repeat(64 * kibibyte)],
    ['a text of more bytes than characters', 'text', '€'.repeat(21_845)],
    ['a picture', 'image', 'data:image/png;base64,'.padEnd(1024 * kibibyte, 'A')],
  ])('200 with %s of the maximum size', async (_, type, content) => {
    await covers('sendMessage', 200, await openSpace(), { content, type });
  });

  promise.each([
    ['no content', {}],
    ['content that is not text', { content: { text: 'Hello' } }],
    ['a type of another kind', { content: 'Hello', type: 'video' }],
  ])('400 with %s', (_, input) => refused(input));

  addition.each([
    ['empty content', { content: '' }],
    ['content of white space only', { content: ' \n\t\u00A0' }],
    ['an image that is not a URL', { content: 'Hello', type: 'image' }],
    ['a text that is too long', { content: 'x'.repeat(64 * kibibyte + 1) }],
    ['a text of too many bytes', { content: '€'.repeat(21_846) }],
    ['HTML that is too long', { content: 'x'.repeat(64 * kibibyte + 1), type: 'html' }],
    ['a picture that is too large', { content: 'data:image/png;base64,'.padEnd(1024 * kibibyte + 1, 'A'), type: 'image' }],
  ])('400 with %s', (_, input) => refused(input));

  addition('400 with a name for an id, and where the id is', async () => {
    const { body } = await covers('sendMessage', 400, await anySpace(), { content: 'Hello', to: ['Bob'] });
    expect(body.issues).toMatchObject([{ field: 'to.0', message: expect.stringMatching(/participantId.*not a name/) }]);
  });
});

group('listMessages', () => {
  const refusesQuery = async (query: string) => {
    await covers('listMessages', 400, await anySpace(), Object.fromEntries(new URLSearchParams(query)));
  };

  promise('200 with the messages of everyone, oldest first', async () => {
    const { owner, guest } = await everybody();
    const ids = [await say(owner, 'One'), await say(guest, 'Two'), await say(owner, 'Three')];
    const { body } = await covers('listMessages', 200, guest);
    expect(body.messages.map(({ id }) => id)).toEqual(ids);
    expect(body.messages.map(({ content }) => content)).toEqual(['One', 'Two', 'Three']);
    alsoPromised(() => expect(body).toMatchObject({ hasMore: false, suggestedPollingIntervalMs: 2_000 }));
    expect(body.participants).toHaveLength(2);
    expect(body.artifacts).toHaveLength(1);
  });

  promise.each([['timestamp=yesterday'], ['timestamp=2026-02-30T00:00:00Z'], ['timestamp=2026-01-01']])(
    '400 with %s',
    refusesQuery,
  );

  addition.each([['after=-1'], ['after=first'], ['limit=0'], ['limit=1001'], ['wait=26'], ['wait=soon']])(
    '400 with %s',
    refusesQuery,
  );
});
