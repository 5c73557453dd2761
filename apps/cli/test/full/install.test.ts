import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { machines, main, type Machine } from '../machine.ts';
import { keysOf } from '../mcp-host.ts';

const server = inject('server');

const json = `// What the user has set.
{
\t"mine": [1, 2,], // stays
\t/* nothing yet */
\t"hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }], "stop": [] },
\t"mcp": {},
}
`;
const toml = '# What the user has set.\nmodel = "x" # mine\n\n[mcp_servers.other]\ncommand = "y"\n';

/** The files of each host, with what the user has in them; undefined where the user has none. */
const files: Record<string, Record<string, string | undefined>> = {
  claude: { '.claude.json': '{"mcpServers":{"other":{"command":"x"}},"numStartups":7}', '.claude/settings.json': json },
  'claude-desktop': { '.config/Claude/claude_desktop_config.json': json },
  cursor: { '.cursor/mcp.json': undefined, '.cursor/hooks.json': json },
  vscode: { '.config/Code/User/mcp.json': json, '.copilot/hooks/parley.json': undefined },
  codex: { '.codex/config.toml': toml, '.codex/hooks.json': undefined },
  gemini: { '.gemini/settings.json': json },
  opencode: { '.config/opencode/opencode.json': json, '.config/opencode/plugins/parley.js': undefined },
};

/** A user with those files. */
async function userOf(given: Record<string, string | undefined>): Promise<Machine> {
  const [user] = await machines(server.url, 'user');
  for (const [path, text] of Object.entries(given)) {
    if (text === undefined) continue;
    const file = join(user.folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    await chmod(file, 0o640);
  }
  return user;
}

const textIn = (user: Machine, path: string) => readFile(join(user.folder, path), 'utf8').catch(() => undefined);

const textsIn = async (user: Machine, paths: readonly string[]) =>
  Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await textIn(user, path)] as const)));

describe.each(Object.entries(files))('install %s', (host, given) => {
  const paths = Object.keys(given);

  test('with --dry-run shows what would change, and writes nothing', async () => {
    const user = await userOf(given);
    const { code, stdout } = await user.tries(['install', host, '--dry-run']);
    expect(code).toBe(0);
    for (const path of paths) expect(stdout).toContain(`+++ ${join(user.folder, path)}`);
    expect(stdout).toContain('mcp');
    expect(await textsIn(user, paths)).toEqual(given);
    expect(await readdir(join(user.folder, 'data')).catch(() => [])).toEqual([]);
  });

  test('keeps comments and what the user has, is idempotent, and can be taken back byte for byte', async () => {
    const user = await userOf(given);
    await user.does('install', host);
    const written = await textsIn(user, paths);
    for (const [path, before] of Object.entries(given)) {
      expect(written[path], path).toContain(main);
      for (const line of (before ?? '')
        .split('\n')
        .filter((each) => /mine|user has|say done|other/.test(each) && before!.includes('\n')))
        expect(written[path]).toContain(line.trim().replace(/^"hooks.*/, 'say done'));
      if (before !== undefined) {
        expect(await textIn(user, `${path}.parley-backup`)).toBe(before);
        for (const file of [path, `${path}.parley-backup`])
          expect((await stat(join(user.folder, file))).mode & 0o777).toBe(0o640);
      }
    }
    const again = await user.tries(['install', host]);
    expect(again.stderr.match(/has it already/g)).toHaveLength(paths.length);
    expect(await textsIn(user, paths)).toEqual(written);

    // Other words are another configuration, and the way back is the same.
    await user.does('--profile', 'gus', 'install', host, '--allow', 'read');
    await user.does('uninstall', host);
    expect(await textsIn(user, paths)).toEqual(given);
    for (const path of paths) expect(await textIn(user, `${path}.parley-backup`)).toBeUndefined();
    expect((await user.tries(['uninstall', host])).stderr).toContain('has nothing of Parley');
  });

  test('what somebody has changed since stays when it is taken back', async () => {
    const user = await userOf(given);
    await user.does('install', host);
    const changed = paths.filter((path) => path.endsWith('.json') && !path.endsWith('hooks/parley.json'));
    for (const path of changed) {
      const text = (await textIn(user, path))!;
      await writeFile(join(user.folder, path), text.replace('{', '{ "since": true,'));
    }
    await user.does('uninstall', host);
    for (const [path, text] of Object.entries(await textsIn(user, paths))) {
      expect(text ?? '').not.toMatch(/parley|main\.js/);
      if (changed.includes(path)) expect(text).toContain('"since": true');
      if (given[path]?.includes('say done')) expect(text).toContain('say done');
    }
  });
});

/** What the documentation of each host that cannot run here says of the file of its hooks. */
describe('the hooks of', () => {
  const installedIn = async (host: string, path: string): Promise<Record<string, unknown>> => {
    const [user] = await machines(server.url, 'user');
    await user.does('install', host);
    return JSON.parse((await textIn(user, path))!) as Record<string, unknown>;
  };
  const command = (host: string, event: string) =>
    expect.stringMatching(new RegExp(` hook --event ${event} --host ${host}$`)) as string;

  test('Claude Code are groups of commands, for all tools and all starts', async () => {
    const group = (event: string) => [{ hooks: [{ type: 'command', timeout: 10, command: command('claude', event) }] }];
    expect(await installedIn('claude', '.claude/settings.json')).toEqual({
      hooks: {
        SessionStart: group('session-start'),
        UserPromptSubmit: group('prompt'),
        PostToolUse: group('post-tool-use'),
        Stop: group('stop'),
      },
    });
  });

  test('Cursor are lists of commands in a file with a version', async () => {
    const list = (event: string) => [{ timeout: 10, command: command('cursor', event) }];
    expect(await installedIn('cursor', '.cursor/hooks.json')).toEqual({
      version: 1,
      hooks: { sessionStart: list('session-start'), postToolUse: list('post-tool-use'), stop: list('stop') },
    });
  });

  test('VS Code are lists of commands in a file of their own', async () => {
    const list = (event: string) => [{ type: 'command', timeout: 10, command: command('vscode', event) }];
    expect(await installedIn('vscode', '.copilot/hooks/parley.json')).toEqual({
      hooks: { SessionStart: list('session-start'), PostToolUse: list('post-tool-use'), Stop: list('stop') },
    });
  });
});

test('no key is written anywhere, and a profile that owns a space is warned', async () => {
  const [user] = await machines(server.url, 'user');
  const warning = 'Warning: this profile owns launch';
  expect((await user.tries(['install', 'codex'])).stderr).not.toContain('Warning');
  await user.does('space', 'create', 'Launch', '--name', 'Olga');
  const { stderr } = await user.tries(['install', 'codex', '--space', 'launch']);
  expect(stderr).toContain(warning);
  expect(stderr).toContain('trusted');
  const texts = await textsIn(user, Object.keys(files['codex']!));
  for (const key of await keysOf(user)) expect(JSON.stringify(texts)).not.toContain(key);
  expect(texts['.codex/hooks.json']).toContain('--space launch');
});

test('a file with a mistake stays as it is, and so do the others of the host', async () => {
  const user = await userOf({ '.cursor/mcp.json': '{}', '.cursor/hooks.json': '{ "version" 1 }' });
  const { code, stderr } = await user.tries(['install', 'cursor']);
  expect({ code, stderr }).toEqual({ code: 5, stderr: expect.stringContaining('hooks.json was not changed') as string });
  expect(await textsIn(user, ['.cursor/mcp.json', '.cursor/hooks.json'])).toEqual({
    '.cursor/mcp.json': '{}',
    '.cursor/hooks.json': '{ "version" 1 }',
  });
});

test('an entry of the user with the name of ours is in the copy, and comes back', async () => {
  const before = '{"mcpServers":{"parley":{"url":"http://x/mcp","headers":{"a":"b"}}}}';
  const user = await userOf({ '.cursor/mcp.json': before });
  await user.does('install', 'cursor');
  expect(await textIn(user, '.cursor/mcp.json.parley-backup')).toBe(before);
  await user.does('uninstall', 'cursor');
  expect(await textIn(user, '.cursor/mcp.json')).toBe(before);
});

describe.each([
  ['cursor', '.cursor/mcp.json', '{"mcpServers":{"parley":{"url":"http://x/mcp"}}}'],
  ['cursor', '.cursor/mcp.json', '{"mcpServers":{"parley":{"command":"parley","args":["mcp","--space","mine"]}}}'],
  ['codex', '.codex/config.toml', '[mcp_servers.parley]\nurl = "http://x/mcp"\n\n[mcp_servers.parley.http_headers]\na = "b"\n'],
])('an entry that the user of %s has written in %s, %s,', (host, path, before) => {
  test('stays, and the user learns why, whichever command removes Parley', async () => {
    const user = await userOf({ [path]: before });
    for (const words of [
      ['uninstall', host],
      ['mcp', 'uninstall', host],
    ]) {
      const { code, stderr } = await user.tries(words);
      expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('there is no record that Parley wrote it') });
      expect(await textIn(user, path)).toBe(before);
    }
  });
});

test.each(['codex', 'gemini', 'opencode'])(
  'without its record, only what would be written again is removed: %s',
  async (host) => {
    const given = files[host]!;
    const paths = Object.keys(given);
    const user = await userOf(given);
    const forget = () => rm(join(user.folder, 'data', 'parley', '.installed'), { recursive: true });
    await user.does('install', host);
    await forget();
    const written = await textsIn(user, paths);
    const other = await user.tries(['--profile', 'gus', 'uninstall', host]);
    expect(other.stderr).toContain('there is no record');
    expect(await textsIn(user, paths)).toEqual(written);
    await user.does('uninstall', host);
    expect(JSON.stringify(await textsIn(user, paths))).not.toMatch(/parley|main\.js/);
  },
);

test('an entry that its user has put in the place of ours stays', async () => {
  const path = '.cursor/mcp.json';
  const user = await userOf({ [path]: '{}' });
  await user.does('install', 'cursor');
  const mine = '{"mcpServers":{"parley":{"url":"http://x/mcp"}}}';
  await writeFile(join(user.folder, path), mine);
  expect((await user.tries(['uninstall', 'cursor'])).stderr).toContain(`${path} has of “parley” stays`);
  expect(await textIn(user, path)).toBe(mine);
});

test('the copy has nothing of ours, whatever is installed again or removed alone', async () => {
  const path = '.gemini/settings.json';
  const user = await userOf({ [path]: json });
  await user.does('install', 'gemini');
  await writeFile(join(user.folder, path), (await textIn(user, path))!.replace('{', '{ "since": true,'));
  for (const words of [
    ['install', 'gemini', '--no-hooks', '--allow', 'read'],
    ['mcp', 'uninstall', 'gemini'],
  ]) {
    await user.does(...words);
    const copy = await textIn(user, `${path}.parley-backup`);
    expect(copy).not.toMatch(/parley|main\.js/);
    expect(copy).toContain('"since": true');
    expect(await textIn(user, path)).toContain('hook --event');
  }
  await user.does('uninstall', 'gemini');
  expect(await textIn(user, path)).toBe(json.replace('{', '{ "since": true,'));
});

test('--no-hooks writes MCP alone', async () => {
  const [user] = await machines(server.url, 'user');
  await user.does('install', 'codex', '--no-hooks');
  expect(await textIn(user, '.codex/hooks.json')).toBeUndefined();
  expect(await textIn(user, '.codex/config.toml')).not.toContain('--hooks');
});
