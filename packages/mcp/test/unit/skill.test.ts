import { createHash } from 'node:crypto';
import { contract } from '@parley/core';
import { expect, test } from 'vitest';
import { byKeys, parleyTools, skillFor } from '../../src/index.ts';

const { text, entry, resource } = skillFor(byKeys);

test('the entry has the frontmatter of the file, and the digest of its bytes', () => {
  const [, head] = /^---\n([^]*?)\n---\n# /.exec(text)!;
  const written = head!.split('\n').map((line) => /^(\w+): (.+)$/.exec(line)!.slice(1) as [string, string]);
  expect(Object.fromEntries(written.map(([name, value]) => [name, JSON.parse(value) as unknown]))).toEqual(entry.frontmatter);
  const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
  expect(entry.resources).toEqual([{ uri: entry.uri, digest, size: Buffer.byteLength(text) }]);
  expect(resource).toMatchObject({ uri: entry.uri, name: 'meet', mimeType: 'text/markdown' });
  expect(entry.uri.split('/').at(-2)).toBe(entry.frontmatter.name);
  expect(entry.frontmatter.description.length).toBeLessThanOrEqual(1_024);
});

test('it speaks only of tools that there are', () => {
  const tools = parleyTools({ contract: contract(), addressing: byKeys });
  const named = new Set([...text.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)].map(([name]) => name));
  expect([...named].filter((name) => !tools.has(name))).toEqual([]);
  expect(named).toContain('join_space');
});
