import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CannotEdit, withJsonEntry, withoutJsonEntry } from './json-entry.ts';

const entry = { command: 'parley', args: ['mcp'] };
const added = (text: string) => withJsonEntry(text, 'mcpServers', 'parley', entry);

test('an empty file gets the entry, and a second time changes nothing', () => {
  const text = added('');
  expect(JSON.parse(text)).toEqual({ mcpServers: { parley: entry } });
  expect(added(text)).toBe(text);
});

test('everything else stays, in its order and with its indentation', () => {
  const before = '{\n\t"z": [1, {"a": null}],\n\t"mcpServers": { "other": { "command": "x" } },\n\t"a": "é"\n}';
  const after = added(before);
  expect(JSON.parse(after)).toEqual({
    z: [1, { a: null }],
    mcpServers: { other: { command: 'x' }, parley: entry },
    a: 'é',
  });
  expect(Object.keys(JSON.parse(after) as object)).toEqual(['z', 'mcpServers', 'a']);
  expect(after).toContain('\n\t"z"');
});

test('other fields of an earlier entry stay, but not the address of a remote server', () => {
  const before = JSON.stringify({ mcpServers: { parley: { url: 'http://x', headers: {}, timeout: 5, args: ['old'] } } });
  expect(JSON.parse(added(before))).toEqual({ mcpServers: { parley: { timeout: 5, ...entry } } });
});

test.each(['{ // comment\n}', '[]', '7', '{"mcpServers": []}', '{"mcpServers": "x"}'])('%s is not changed', (text) => {
  expect(() => added(text)).toThrow(CannotEdit);
});

test('any object keeps all its fields', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
      const { mcpServers: _, ...others } = object;
      const after = JSON.parse(added(JSON.stringify(others))) as object;
      expect(after).toEqual({ ...(JSON.parse(JSON.stringify(others)) as object), mcpServers: { parley: entry } });
    }),
  );
});

test('what was added can be removed, and nothing else changes', () => {
  const before = '{\n\t"z": 1,\n\t"mcpServers": {\n\t\t"other": {}\n\t}\n}\n';
  expect(withoutJsonEntry(added(before), 'mcpServers', 'parley')).toBe(before);
  expect(withoutJsonEntry(before, 'mcpServers', 'parley')).toBe(before);
  expect(withoutJsonEntry('', 'mcpServers', 'parley')).toBe('');
  expect(() => withoutJsonEntry('{ // mine\n}', 'mcpServers', 'parley')).toThrow(CannotEdit);
});
