import { expect } from '../expect/expect.ts';
import { additions, promise } from '../runner/promises.ts';
import { everybody, say, write } from '../scenes.ts';
import { covers } from '../wire/call.ts';

type Line = Record<string, unknown>;

const linesIn = (text: string): Line[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);

additions('exportSpace', () => {
  promise('200 with a header, what the caller can see, and an end with counts', async () => {
    const { owner, guest } = await everybody();
    await write(owner, '# Plan');
    await say(owner, 'Hello');
    for (const member of [owner, guest]) {
      const lines = linesIn((await covers('exportSpace', 200, member)).text);
      expect(lines[0]).toMatchObject({ format: 'parley/1', kind: 'space', viewer: member.id });
      expect(lines.at(-1)).toMatchObject({ end: 'parley/1' });
      const messages = lines.filter(({ event }) => event === 'message').map(({ data }) => (data as Line)['content']);
      expect(messages).toContain('Hello');
      const versions = lines.slice(1).flatMap(({ version }) => (version ? [(version as Line)['content']] : []));
      expect(versions).toContain('# Plan');
    }
  });

  promise('200 with a transcript as Markdown, and an archive', async () => {
    const { owner } = await everybody();
    await say(owner, 'Hello');
    expect((await covers('exportSpace', 200, owner, { format: 'md' })).text).toContain('> Hello');
    expect((await covers('exportSpace', 200, owner, { format: 'zip' })).text).toMatch(/^PK/);
  });

  promise('400 for a format that does not exist', async () => {
    await covers('exportSpace', 400, (await everybody()).owner, { format: 'pdf' });
  });
});
