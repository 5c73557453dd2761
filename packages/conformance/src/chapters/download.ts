import { expect } from '../expect/expect.ts';
import { addition, group, promise } from '../runner/promises.ts';
import { openSpace, write, type Member } from '../scenes.ts';
import { alsoPromised } from '../spec-only.ts';
import { covers } from '../wire/call.ts';

/** Reads the name like a browser (RFC 6266): `filename*` takes precedence over `filename`. */
function fileName(headers: Headers): string {
  const disposition = headers.get('content-disposition') ?? '';
  expect(disposition).toMatch(/^attachment;/);
  const extended = /filename\*=UTF-8''([\w!#$&+\-.^`|~%]+)/i.exec(disposition)?.[1];
  if (extended) return decodeURIComponent(extended);
  return (/filename="((?:[^"\\]|\\.)*)"/.exec(disposition) ?? /filename=([^;\s]+)/.exec(disposition))![1]!;
}

group('downloadArtifact', () => {
  let opened: Promise<Member> | undefined;
  /** The space of the artifacts. */
  const space = () => (opened ??= openSpace());

  promise('200 with the Markdown as it was written', async () => {
    const owner = await openSpace();
    const content = '# Grüße 👩‍🚀\r\n<script>alert(1)</script>';
    const artifactId = await write(owner, content);
    const { text, headers } = await covers('downloadArtifact', 200, owner, { artifactId });
    expect(text).toBe(content);
    alsoPromised(() => expect(headers.get('content-type')).toMatch(/^text\/markdown; ?charset=utf-8$/i));
  });

  promise('200 with an empty body for an empty artifact', async () => {
    const owner = await openSpace();
    expect((await covers('downloadArtifact', 200, owner, { artifactId: await write(owner, '') })).text).toBe('');
  });

  addition('304 with its tag, until it is written', async () => {
    const owner = await openSpace();
    const artifactId = await write(owner, '# Plan');
    const { headers } = await covers('downloadArtifact', 200, owner, { artifactId });
    const known = { headers: { 'if-none-match': headers.get('etag')! } };
    await covers('downloadArtifact', 304, owner, { artifactId }, known);
    await covers('lockArtifact', 200, owner, { artifactId });
    await covers('writeArtifact', 200, owner, { artifactId, content: '# Plan B' });
    expect((await covers('downloadArtifact', 200, owner, { artifactId }, known)).text).toBe('# Plan B');
  });

  addition.each([
    ['Plan', 'Plan.md'],
    ['Release notes', 'Release notes.md'],
    ['Grüße', 'Grüße.md'],
    ['計画', '計画.md'],
  ])('200 as an attachment: %s becomes %s', async (name, expected) => {
    const owner = await space();
    const { headers } = await covers('downloadArtifact', 200, owner, { artifactId: await write(owner, '', { name }) });
    expect(fileName(headers)).toBe(expected);
  });

  addition.each([['../../etc/passwd'], ['a"b\\c'], ['one\r\nSet-Cookie: two'], ['con?*<>|:'], ['...'], ['👩‍🚀'.repeat(60)]])(
    '200 with a safe name: %j',
    async (name) => {
      const owner = await space();
      const { headers } = await covers('downloadArtifact', 200, owner, { artifactId: await write(owner, '', { name }) });
      expect(headers.get('set-cookie')).toBeNull();
      expect(fileName(headers)).toMatch(/^[^/\\:*?"<>|\u0000-\u001f]+\.md$/);
    },
  );
});
