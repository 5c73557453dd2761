import { defaultLimits } from '@parley/core';
import { expect } from '../expect/expect.ts';
import { additions, promise } from '../runner/promises.ts';
import { everybody, join, openSpace, type Member } from '../scenes.ts';
import { covers, nobody, type Input } from '../wire/call.ts';
import { send } from '../wire/client.ts';

const log = 'line 1\nline 2\n';

const upload = async (member: Member, body = log, name = 'build.log') =>
  (await covers('createFile', 200, member, { name }, { body })).body;
const download = (member: Member, fileId: string, headers: Record<string, string> = {}, status: 200 | 206 | 304 | 416 = 200) =>
  covers('downloadFile', status, member, { fileId }, { headers });
const link = async (member: Member, fileId: string) => {
  const { url } = (await covers('linkFile', 200, member, { fileId })).body;
  return { fileId, token: new URL(url).searchParams.get('token')! };
};
const byLink = (status: 200 | 400 | 410, { spaceId }: Member, input: Input, headers: Record<string, string> = {}) =>
  covers('downloadLinkedFile', status, { ...nobody, spaceId }, input, { headers });

/** How large a file can be here. */
async function largest(): Promise<number> {
  const document = (await (await send({ method: 'GET', path: '/openapi.json' })).json()) as {
    'x-limits'?: { fileBytes?: number };
  };
  return document['x-limits']?.fileBytes ?? defaultLimits.fileBytes;
}

additions('createFile', () => {
  promise('200 with its size, digest and author; the bytes come back as they were', async () => {
    const { owner, guest } = await everybody();
    const file = await upload(guest, log);
    expect(file).toMatchObject({ name: 'build.log', bytes: log.length, type: 'text/plain', authorId: guest.id });
    const { text, headers } = await download(owner, file.fileId);
    expect(text).toBe(log);
    expect(headers.get('etag')).toBe(`"${file.sha256}"`);
    expect((await covers('getFile', 200, owner, { fileId: file.fileId })).body).toEqual(file);
    expect((await covers('listFiles', 200, owner)).body.files).toEqual([file]);
  });

  promise('200 for an empty file', async () => {
    expect(await upload(await openSpace(), '')).toMatchObject({ bytes: 0 });
  });

  promise('200 with a name that is safe in every file system', async () => {
    const { name } = await upload(await openSpace(), log, '../a/b\\c.log');
    expect(name).not.toMatch(/[/\\]|^\./);
  });

  promise('400 without a name', async () => {
    await covers('createFile', 400, await openSpace(), { name: ' ' }, { body: log });
  });

  promise('413 with the limit if it is larger than a file can be', async () => {
    const limit = await largest();
    const owner = await openSpace();
    const { body } = await covers('createFile', 413, owner, { name: 'big' }, { body: 'x'.repeat(limit + 1) });
    expect(body).toMatchObject({ code: 'file_too_large', issues: [{ limit }] });
    expect((await covers('listFiles', 200, owner)).body.files).toEqual([]);
  });

  promise('422 for a retry with other bytes, and the same answer for the same ones', async () => {
    const owner = await openSpace();
    const retry = { headers: { 'idempotency-key': 'once' } };
    const first = (await covers('createFile', 200, owner, { name: 'a' }, { ...retry, body: log })).body;
    expect((await covers('createFile', 200, owner, { name: 'a' }, { ...retry, body: log })).body).toEqual(first);
    await covers('createFile', 422, owner, { name: 'a' }, { ...retry, body: 'other' });
    expect((await covers('listFiles', 200, owner)).body.files).toHaveLength(1);
  });
});

additions('files and muted participants', () => {
  promise('403 for uploads, links and deletion; they still read', async () => {
    const { owner, guest } = await everybody();
    const { fileId } = await upload(guest);
    await covers('muteParticipant', 200, owner, { participantId: guest.id });
    await covers('createFile', 403, guest, { name: 'a' });
    await covers('linkFile', 403, guest, { fileId });
    await covers('deleteFile', 403, guest, { fileId });
    await download(guest, fileId);
  });
});

additions('downloadFile', () => {
  promise('200 as something to keep, which nothing shows or runs', async () => {
    const owner = await openSpace();
    const { headers } = await download(owner, (await upload(owner, '<script>alert(1)</script>', 'page.html')).fileId);
    expect(headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/\bsandbox\b/);
  });

  promise('206 with the part that is asked for, 416 for one outside, 304 for a known file', async () => {
    const owner = await openSpace();
    const { fileId, sha256 } = await upload(owner);
    const part = await download(owner, fileId, { range: 'bytes=5-5' }, 206);
    expect([part.text, part.headers.get('content-range')]).toEqual(['1', `bytes 5-5/${log.length}`]);
    await download(owner, fileId, { range: 'bytes=99-' }, 416);
    await download(owner, fileId, { 'if-none-match': `"${sha256}"` }, 304);
  });
});

additions('deleteFile', () => {
  promise('200 for its author and the owner, 403 for others; then it does not exist', async () => {
    const { owner, guest } = await everybody();
    const other = await join(owner);
    const { fileId } = await upload(guest);
    expect((await covers('deleteFile', 403, other, { fileId })).body.code).toBe('forbidden');
    await covers('deleteFile', 200, guest, { fileId });
    await covers('getFile', 404, guest, { fileId });
    await covers('downloadFile', 404, guest, { fileId });
    await covers('deleteFile', 200, owner, { fileId: (await upload(guest)).fileId });
    expect((await covers('listFiles', 200, owner)).body.files).toEqual([]);
  });
});

additions('linkFile', () => {
  promise('200 with a link that downloads the file once, without a key', async () => {
    const owner = await openSpace();
    const linked = await link(owner, (await upload(owner)).fileId);
    expect((await byLink(200, owner, linked)).text).toBe(log);
    expect((await byLink(410, owner, linked)).body).toMatchObject({ code: 'file_link_gone' });
  });

  promise('404 in a space that does not exist', async () => {
    const { fileId } = await upload(await openSpace());
    await covers('downloadLinkedFile', 404, { spaceId: fileId }, { fileId, token: 'x' });
  });

  promise('a prefetch does not use it up', async () => {
    const owner = await openSpace();
    const linked = await link(owner, (await upload(owner)).fileId);
    await byLink(400, owner, linked, { 'sec-purpose': 'prefetch' });
    await byLink(200, owner, linked);
  });

  promise('410 once whoever made it was removed, or the file is deleted', async () => {
    const { owner, guest } = await everybody();
    const { fileId } = await upload(owner);
    const [ofGuest, ofOwner] = [await link(guest, fileId), await link(owner, fileId)];
    await covers('kickParticipant', 200, owner, { participantId: guest.id });
    await byLink(410, owner, ofGuest);
    await covers('deleteFile', 200, owner, { fileId });
    await byLink(410, owner, ofOwner);
  });
});

additions('sendMessage, attachments', () => {
  promise('200 with files of the space, which the message shows even after they are deleted', async () => {
    const { owner, guest } = await everybody();
    const { authorId: _, createdAt: __, claimedType: ___, ...named } = await upload(owner);
    await covers('sendMessage', 200, owner, { content: 'The log', attachments: [named.fileId] });
    await covers('deleteFile', 200, owner, { fileId: named.fileId });
    const { messages } = (await covers('listMessages', 200, guest)).body;
    expect(messages.at(-1)!.attachments).toEqual([named]);
  });

  promise('400 for a file that does not exist', async () => {
    const owner = await openSpace();
    const { fileId } = await upload(owner);
    await covers('deleteFile', 200, owner, { fileId });
    await covers('sendMessage', 400, owner, { content: 'The log', attachments: [fileId] });
  });
});
