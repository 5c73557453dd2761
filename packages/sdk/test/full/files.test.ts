import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, inject, test } from 'vitest';
import { GoneError, InvalidRequestError, KeyError, NotFoundError, Parley, UnexpectedAnswerError } from '../../src/index.ts';
import { connect, meeting } from '../meeting.ts';

const server = inject('server');
const log = new Uint8Array(randomBytes(5_000_000));
const sha256 = createHash('sha256').update(log).digest('hex');

async function* pieces() {
  for (let at = 0; at < log.length; at += 70_000) yield log.subarray(at, at + 70_000);
}

describe('files', () => {
  test('a build log of 5 MB changes hands byte for byte, in every form of content', async () => {
    const [owner, bob] = await meeting(connect(server.url), 'Bob');
    for (const content of [log, new Blob([log]), new Blob([log]).stream(), pieces()]) {
      const file = await bob!.files.create('build.log', content, { type: 'text/plain' });
      expect(file).toMatchObject({ bytes: log.length, sha256, claimedType: 'text/plain', authorId: bob!.participantId });
      const downloaded = await owner.files.download(file.fileId);
      expect(createHash('sha256').update(downloaded).digest('hex')).toBe(sha256);
    }
    const [first] = await owner.files.list();
    const digest = createHash('sha256');
    for await (const bytes of await owner.files.stream(first!.fileId)) digest.update(bytes);
    expect(digest.digest('hex')).toBe(sha256);
    expect(await owner.files.get(first!.fileId)).toEqual(first);
  });

  test('a text is a file too, a message names it, and a link downloads it once', async () => {
    const [owner, bob] = await meeting(connect(server.url), 'Bob');
    const { fileId } = await bob!.files.create('note.txt', 'Grüße\n');
    await bob!.send('A note', { attachments: [fileId] });
    const { messages } = await owner.messages();
    expect(messages.at(-1)!.attachments).toMatchObject([{ fileId, name: 'note.txt', bytes: 8 }]);
    const { url } = await owner.files.link(fileId);
    expect(await (await fetch(url)).text()).toBe('Grüße\n');
    expect((await fetch(url)).status).toBe(410);
    await expect(bob!.call('downloadLinkedFile', { fileId, token: 'used' })).rejects.toThrow(GoneError);
    await expect(bob!.send('Again', { attachments: [owner.spaceId] })).rejects.toThrow(InvalidRequestError);
  });

  test('only the author and the owner delete a file', async () => {
    const [owner, bob, eve] = await meeting(connect(server.url), 'Bob', 'Eve');
    const { fileId } = await bob!.files.create('a', 'a');
    await expect(eve!.files.delete(fileId)).rejects.toThrow(KeyError);
    await owner.files.delete(fileId);
    await expect(bob!.files.download(fileId)).rejects.toThrow(NotFoundError);
  });

  test('bytes that are not those of the file throw', async () => {
    const [owner] = await meeting(connect(server.url));
    const { fileId } = await owner.files.create('a', 'abc');
    const damaging: typeof fetch = async (...asked) => {
      const response = await fetch(...asked);
      return String(asked[0]).endsWith('/download') ? new Response('abd', response) : response;
    };
    const { spaceId, key } = owner;
    const damaged = new Parley({ baseUrl: server.url, fetch: damaging }).space({ spaceId, key });
    await expect(damaged.files.download(fileId)).rejects.toThrow(UnexpectedAnswerError);
  });

  test('a wrong argument is refused before anything is sent', () => {
    const space = new Parley({ baseUrl: server.url }).space({ spaceId: crypto.randomUUID(), key: 'f'.repeat(64) });
    expect(() => space.files.create('', 'x')).toThrow(TypeError);
    expect(() => space.files.create('a', undefined as never)).toThrow(TypeError);
  });
});
