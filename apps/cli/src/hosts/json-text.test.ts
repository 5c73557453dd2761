import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CannotEdit } from './cannot-edit.ts';
import { valueAt, withItem, withoutItems, withoutValue, withValue } from './json-text.ts';

const entry = { command: 'parley', args: ['mcp'] };
const path = ['mcpServers', 'parley'];
const added = (text: string) => withValue(text, path, entry);

const commented = `// of the user
{
\t"z": [1, {"a": null}], // why
\t/* servers */
\t"mcpServers": { "other": { "command": "x" }, },
\t"a": "é // no comment",
}
`;

describe('a value', () => {
  test('is written into an empty file, and a second time changes nothing', () => {
    const text = added('');
    expect(JSON.parse(text)).toEqual({ mcpServers: { parley: entry } });
    expect(added(text)).toBe(text);
    expect(text.endsWith('}\n')).toBe(true);
  });

  test('leaves comments, order, indentation and line ends of everything else', () => {
    const text = added(commented);
    expect(valueAt(text, path)).toEqual(entry);
    expect(valueAt(text, ['mcpServers', 'other'])).toEqual({ command: 'x' });
    for (const line of commented.split('\n').filter((each) => !each.includes('mcpServers'))) expect(text).toContain(line);
    expect(added('{\r\n  "a": 1\r\n}\r\n').replaceAll('\r\n', '')).not.toContain('\n');
    expect(added('{\n\t"a": 1\n}')).toContain('\n\t"mcpServers": {\n\t\t"parley": {');
  });

  test('replaces what is at its path', () => {
    const text = added('{ "mcpServers": { "parley": { "url": "http://x" /* remote */ } }, "b": 2 }');
    expect(valueAt(text, [])).toEqual({ mcpServers: { parley: entry }, b: 2 });
  });

  test.each([
    '[]',
    '7',
    '{"mcpServers": []}',
    '{"mcpServers": "x"}',
    '{"a" 1}',
    '{"a": 1,, "b": 2}',
    '{"a": 1 "b": 2}',
    '{',
    '{} x',
    '/* ',
  ])('is not written into %s', (text) => {
    expect(() => added(text)).toThrow(CannotEdit);
  });

  test('that was added can be removed, and nothing else changes', () => {
    for (const before of [commented, '{\n  "mcpServers": {\n    "other": {}\n  }\n}\n', '{"mcpServers":{"other":{}}}'])
      expect(withoutValue(added(before), path)).toBe(before);
    expect(withoutValue(commented, path)).toBe(commented);
    expect(withoutValue('', path)).toBe('');
  });

  test('is removed between others, and from the place where it is alone', () => {
    expect(withoutValue('{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}', ['b'])).toBe('{\n  "a": 1,\n  "c": 3\n}');
    expect(withoutValue('{"a": {"b": 2}}', ['a', 'b'])).toBe('{"a": {}}');
    expect(valueAt(withoutValue('{"a": 1, /* mine */ "b": 2}', ['b']), [])).toEqual({ a: 1 });
    expect(valueAt(withoutValue('{ /* mine */ "b": 2, }', ['b']), [])).toEqual({});
  });
});

test.each([
  ['before the next', '{\n  "b": 2, // of b\n  // about c\n  "c": 3\n}', '{\n  // of b\n  // about c\n  "c": 3\n}'],
  ['between two lines', '{\n  "a": 1,\n  "b": 2 /* x */,\n  "c": 3\n}', '{\n  "a": 1,\n  /* x */\n  "c": 3\n}'],
  ['before the last', '{"a": 1, /* mine */ "b": 2}', '{"a": 1 /* mine */}'],
  ['on a line before the last', '{\n  "a": 1, // mine\n  "b": 2\n}', '{\n  "a": 1 // mine\n}'],
  ['before the last with a comma', '{"a": 1, /* mine */ "b": 2, }', '{"a": 1, /* mine */  }'],
  ['with commas in it', '{"a": 1, /* x, y */ "b": 2 // z, z\n}', '{"a": 1 /* x, y */ // z, z\n}'],
  ['behind the only one', '{ "b": 2 /* mine */, }', '{  /* mine */ }'],
])('a comment %s stays, and no comma is left over', (_, before, after) => {
  const text = withoutValue(before, ['b']);
  expect(text).toBe(after);
  const { b: __, ...others } = valueAt(before, []) as Record<string, unknown>;
  expect(valueAt(text, [])).toEqual(others);
});

describe('an item', () => {
  const group = (command: string) => ({ hooks: [{ type: 'command', command }] });
  const stop = ['hooks', 'Stop'];
  const isOurs = (item: unknown) => JSON.stringify(item).includes('parley');

  test('is added at the end of a list, which is created as needed', () => {
    const text = withItem(withItem('', stop, group('mine')), stop, group('parley'));
    expect(valueAt(text, stop)).toEqual([group('mine'), group('parley')]);
    expect(() => withItem('{"hooks": {"Stop": {}}}', stop, 1)).toThrow(CannotEdit);
  });

  test('is removed wherever it is, and the others stay as they are', () => {
    const before = '{ "hooks": { "Stop": [\n  { "hooks": [] } // mine\n] } }';
    expect(valueAt(withoutItems(withItem(before, stop, group('parley')), stop, isOurs), stop)).toEqual([{ hooks: [] }]);
    const many = [group('parley'), 1, group('parley'), 2, group('parley')];
    expect(valueAt(withoutItems(JSON.stringify({ hooks: { Stop: many } }, null, 2), stop, isOurs), stop)).toEqual([1, 2]);
  });
});

test('any object keeps all its fields', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(0, 2, '\t'), (object, indent) => {
      const { mcpServers: _, ...others } = object;
      const before = JSON.stringify(others, null, indent);
      const text = added(before);
      expect(JSON.parse(text)).toEqual({ ...(JSON.parse(before) as object), mcpServers: { parley: entry } });
      expect(JSON.parse(withoutValue(text, ['mcpServers']))).toEqual(JSON.parse(before));
    }),
  );
});
