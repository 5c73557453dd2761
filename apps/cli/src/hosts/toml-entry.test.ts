import { expect, test } from 'vitest';
import { CannotEdit } from './cannot-edit.ts';
import { tomlLines, tomlWords, withoutTomlTable, withTomlTable } from './toml-entry.ts';

const lines = tomlLines({ command: 'parley', args: ['mcp', '--space', 'a "b"'], env: {} });
const table = '[mcp_servers.parley]\ncommand = "parley"\nargs = ["mcp", "--space", "a \\"b\\""]\n';
const added = (text: string) => withTomlTable(text, ['mcp_servers', 'parley'], lines);

test('an empty file gets the table, and a second time changes nothing', () => {
  expect(added('')).toBe(table);
  expect(added(table)).toBe(table);
});

test('the table is added at the end, and everything before it stays', () => {
  const before = '# mine\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "y"\n';
  expect(added(before)).toBe(`${before}\n${table}`);
  expect(added(added(before))).toBe(added(before));
});

test('an earlier table gets the new values; its other keys and what follows stay', () => {
  const before =
    'a = 1\n[ mcp_servers . "parley" ] # ours\nurl = "http://x"\nstartup_timeout_sec = 20\nargs = [\n  "old", # ]\n  "]",\n]\n\n[other]\nargs = 1\n';
  const after = added(before);
  expect(after).toBe(
    `a = 1\n[ mcp_servers . "parley" ] # ours\n${lines.join('\n')}\nstartup_timeout_sec = 20\n\n[other]\nargs = 1\n`,
  );
  expect(added(after)).toBe(after);
});

test('a text of several lines that looks like a table is no table', () => {
  const before = 'notes = """\n[mcp_servers.parley]\n"""\n';
  expect(added(before)).toBe(`${before}\n${table}`);
});

test.each([
  ['quotes in a comment', '# """ and \'\'\' and "\n'],
  ['quotes in a text', 'a = "it\'\'\'s"\nb = \'"""\'\nc = "\\"\\"\\""\n'],
  ['an array of arrays', 'matrix = [\n  ["other"]\n]\n'],
])('%s do not hide an earlier table', (_, before) => {
  expect(added(`${before}[mcp_servers.parley]\ncommand = "old"\n`)).toBe(`${before}${table}`);
});

test('values of several lines are replaced as a whole', () => {
  const before = '[mcp_servers.parley]\ncommand = """\nold\n"""\nargs = [\n  ["x"]\n]\nkept = [\n  1,\n]\n';
  expect(added(before)).toBe(`${table}kept = [\n  1,\n]\n`);
});

test('a name with dots or spaces in quotes is another table', () => {
  for (const name of ['["mcp_servers.parley"]', '[mcp_servers."par ley"]'])
    expect(added(`${name}\ncommand = "x"\n`)).toBe(`${name}\ncommand = "x"\n\n${table}`);
});

test.each(['a = "x\n', 'a = """\nx\n', 'a = [1\n', 'a = 1]\n', '[[mcp_servers.parley]]\ncommand = "x"\n'])(
  '%j is damaged or written in another way, and not changed',
  (text) => {
    expect(() => added(text)).toThrow(CannotEdit);
  },
);

test('line ends stay as they are', () => {
  expect(added('a = 1\r\n')).toBe(`a = 1\r\n\r\n${table.replaceAll('\n', '\r\n')}`);
});

test.each([
  ['an inline table of servers', 'mcp_servers = { a = { command = "x", env = { B = "c" } }, "d.e" = {} } # mine\nf = 1\n'],
  ['dotted keys of ours', 'a = 1\nmcp_servers.parley.command = "x"\nmcp_servers.parley.args = [\n  "y",\n]\n'],
  ['ours inline in the table of servers', '[mcp_servers]\nparley = { command = "x" }\na = { command = "{" }\n'],
  ['ours inline among others', 'mcp_servers = { parley = { command = "x", enabled = true }, a = { args = ["}", ","] } }\n'],
])('%s is taken as tables, once', (_, before) => {
  const after = added(before);
  expect(after.match(/^\[mcp_servers\.parley\]$/gm)).toHaveLength(1);
  expect(tomlWords(after, ['mcp_servers', 'parley'])).toEqual(['parley', 'mcp', '--space', 'a \\"b\\"']);
  expect(added(after)).toBe(after);
});

test('what an inline table of servers says of others stays, and so does what we did not write', () => {
  expect(added('mcp_servers = { a = { command = "x", env = { B = "c" } }, "d.e" = {} } # mine\nf = 1\n')).toBe(
    `# mine\nf = 1\n\n[mcp_servers.a]\ncommand = "x"\nenv = { B = "c" }\n\n[mcp_servers."d.e"]\n\n${table}`,
  );
  expect(added('mcp_servers = { parley = { command = "x", enabled = true }, a = { args = ["}", ","] } }\n')).toBe(
    `${table}enabled = true\n\n[mcp_servers.a]\nargs = ["}", ","]\n`,
  );
  expect(() => added('mcp_servers = 1\n')).toThrow(CannotEdit);
});

test('servers that are written as dotted keys, or as an empty table, are no obstacle', () => {
  expect(added('mcp_servers = {} # none\na = 1\n')).toBe(`# none\na = 1\n\n${table}`);
  expect(added('mcp_servers.other.command = "x"\n')).toBe(`mcp_servers.other.command = "x"\n\n${table}`);
});

test('variables in a table of their own are not doubled', () => {
  const withEnv = tomlLines({ command: 'parley', args: [], env: { A: 'b' } });
  const before = '[mcp_servers.parley]\ncommand = "x"\n[mcp_servers.parley.env]\nA = "c"\n';
  expect(() => withTomlTable(before, ['mcp_servers', 'parley'], withEnv)).toThrow(CannotEdit);
  expect(added(before)).toContain('[mcp_servers.parley.env]\nA = "c"\n');
});

test('what was added can be removed with the tables in it, and nothing else changes', () => {
  const before = '# mine\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "y"\n';
  const without = (text: string) => withoutTomlTable(text, ['mcp_servers', 'parley']);
  expect(without(added(before))).toBe(before);
  expect(without(`${added(before)}[mcp_servers.parley.env]\nA = "b"\n`)).toBe(before);
  expect(without(before)).toBe(before);
  expect(without(table)).toBe('');
  expect(without('a = 1\nmcp_servers = { parley = {} }\n')).toBe('a = 1\n');
  expect(without('mcp_servers = { a = {} }\n')).toBe('mcp_servers = { a = {} }\n');
});

test('what Codex refuses beside a command is removed, also from tables of its own', () => {
  const before =
    '[mcp_servers.parley]\nurl = "http://x"\nbearer_token_env_var = "A"\nbearer_token = "b"\noauth_resource = "c"\nenabled = true\n' +
    '[mcp_servers.parley.http_headers]\nA = "b"\n[mcp_servers.parley.env_http_headers]\nA = "b"\n[other]\nurl = "y"\n';
  expect(added(before)).toBe(`${table}enabled = true\n[other]\nurl = "y"\n`);
  expect(added('[mcp_servers.parley]\nurl = "x"\n[mcp_servers.parley.http_headers]\nA = "b"\n')).toBe(table);
});

test('comments before our table and before the next one stay when ours is removed', () => {
  const before = '# mine\n[a]\nb = 1\n\n# above ours\n';
  const after = '# about other\n\n# more\n[other]\nc = 1\n# end\n';
  expect(withoutTomlTable(`${before}${table}\n${after}`, ['mcp_servers', 'parley'])).toBe(`${before}${after}`);
  expect(withoutTomlTable(`${before}${table}# end\n`, ['mcp_servers', 'parley'])).toBe(`${before}# end\n`);
});

test('the words of a server are read in each form of a text', () => {
  expect(tomlWords(table, ['mcp_servers', 'parley'])).toEqual(['parley', 'mcp', '--space', 'a \\"b\\"']);
  expect(tomlWords("[mcp_servers.parley]\nargs = [\n  'mcp', # x\n]\ncommand = 'parley'\n", ['mcp_servers', 'parley'])).toEqual([
    'parley',
    'mcp',
  ]);
  expect(tomlWords('[mcp_servers.parley]\nurl = "x"\n', ['mcp_servers', 'parley'])).toEqual([]);
});
