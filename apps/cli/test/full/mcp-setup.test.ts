import { chmod, lstat, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { machines, main, type Machine } from '../machine.ts';
import { keysOf, McpHost } from '../mcp-host.ts';
import { at, atTerminal } from '../terminal.ts';

const server = inject('server');

const files = {
  claude: '.claude.json',
  cursor: '.cursor/mcp.json',
  vscode: '.config/Code/User/mcp.json',
  codex: '.codex/config.toml',
  gemini: '.gemini/settings.json',
  opencode: '.config/opencode/opencode.json',
  'claude-desktop': '.config/Claude/claude_desktop_config.json',
};

describe.each(Object.entries(files))('install %s', (host, path) => {
  const other = host === 'codex' ? 'model = "x" # mine\n' : '{\n    "mine": [1, 2],\n    "servers": {}\n}\n';

  test('prints the configuration and changes nothing; --write keeps the file and is idempotent', async () => {
    const [user] = await machines(server.url, 'user');
    const file = join(user.folder, path);
    const printed = await user.tries(['mcp', 'install', host]);
    expect(printed).toMatchObject({ code: 0, stderr: expect.stringContaining(file) as string });
    await expect(stat(file)).rejects.toThrow('ENOENT');

    await user.does('mcp', 'install', host, '--write');
    expect(await readFile(file, 'utf8')).toBe(printed.stdout);
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    await writeFile(file, other);
    await chmod(file, 0o640);
    await user.does('mcp', 'install', host, '--write', '--channel', '--allow', 'read,send');
    const after = await readFile(file, 'utf8');
    expect(after).toContain(host === 'codex' ? other : '"mine": [');
    for (const word of [main, 'mcp', '--url', server.url, '--channel', 'read,send', user.env['XDG_DATA_HOME']!])
      expect(after).toContain(JSON.stringify(word));
    expect((await stat(file)).mode & 0o777).toBe(0o640);
    const again = await user.tries(['mcp', 'install', host, '--write', '--channel', '--allow', 'read,send']);
    expect(again.stderr).toContain('has it already');
    expect(await readFile(file, 'utf8')).toBe(after);

    await user.does('mcp', 'uninstall', host);
    const left = await readFile(file, 'utf8');
    expect(left).not.toContain('parley');
    expect(left).toContain(host === 'codex' ? other.trim() : '"mine": [');
    expect((await user.tries(['mcp', 'uninstall', host])).stderr).toContain('has no parley');
    expect(await readFile(file, 'utf8')).toBe(left);
  });

  test('says that the model acts as the user, unless it has a profile of its own', async () => {
    const [user] = await machines(server.url, 'user');
    const note = 'The model acts as you';
    expect((await user.tries(['mcp', 'install', host])).stderr).toContain(note);
    expect((await user.tries(['--profile', 'agent', 'mcp', 'install', host])).stderr).not.toContain(note);
  });

  test('what it writes starts a server that this profile can use, without any key in it', async () => {
    const [user] = await machines(server.url, 'user');
    await user.does('space', 'create', 'Launch', '--name', 'Olga');
    await user.does('mcp', 'install', host, '--write', '--space', 'launch');
    const text = await readFile(join(user.folder, path), 'utf8');
    for (const key of await keysOf(user)) expect(text).not.toContain(key);
    const [, args] = /"?(?:args|command)"?(?:: | = )(\[[^\]]*\])/.exec(text)!;
    const [script, ...words] = (JSON.parse(args!) as string[]).filter((word) => word !== process.execPath);
    expect(script).toBe(main);
    expect(words[0]).toBe('mcp');
    const started = await McpHost.start(user, '2025', ...words.slice(1));
    expect(await started.call('get_space')).toMatchObject({ name: 'Launch' });
  });
});

test.each([
  ['a mistake', '{ "servers" {} }'],
  ['a byte that is no UTF-8', Buffer.from('{"name": "Jos\xe9"}', 'latin1')],
])('a file with %s stays as it is, and the failure says what to do', async (_, before) => {
  const [user] = await machines(server.url, 'user');
  const file = join(user.folder, files.vscode);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, before);
  const { code, stderr } = await user.tries(['mcp', 'install', 'vscode', '--write']);
  expect(code).toBe(5);
  expect(stderr).toContain('parley mcp install vscode');
  expect(await readFile(file)).toEqual(Buffer.from(before));
});

test('a link to a file that does not exist yet stays one', async () => {
  const [user] = await machines(server.url, 'user');
  const target = join(user.folder, 'dotfiles.json');
  await symlink(target, join(user.folder, files.claude));
  await user.does('mcp', 'install', 'claude', '--write');
  expect((await lstat(join(user.folder, files.claude))).isSymbolicLink()).toBe(true);
  expect(await readFile(target, 'utf8')).toContain('"parley"');
});

test('someone who starts parley mcp in a terminal reads how to configure a host, and ends it with Ctrl-C', async () => {
  const [user] = await machines(server.url, 'user');
  const stop = at(/mcp install claude/, (_, type) => type('\x03'));
  expect(await atTerminal(user, ['mcp'], stop)).toMatchObject({ code: 130 });
});

test('a file that is a link stays one', async () => {
  const [user] = await machines(server.url, 'user');
  const target = join(user.folder, 'dotfiles.json');
  await writeFile(target, '{}');
  await symlink(target, join(user.folder, files.claude));
  await user.does('mcp', 'install', 'claude', '--write');
  expect((await lstat(join(user.folder, files.claude))).isSymbolicLink()).toBe(true);
  expect(await readFile(target, 'utf8')).toContain('"parley"');
});

test('parley is named as it is found on the path, and a space that is not in the profile is refused', async () => {
  const [user] = await machines(server.url, 'user');
  const bin = join(user.folder, 'bin');
  await mkdir(bin);
  await symlink(main, join(bin, 'parley'));
  const { stdout } = await user.tries(['mcp', 'install', 'codex'], { env: { PATH: bin } });
  expect(stdout).toContain('command = "parley"');
  expect(await user.tries(['mcp', 'install', 'codex', '--space', 'nowhere'])).toMatchObject({ code: 3, stdout: '' });
  expect(await user.tries(['mcp', 'install', 'emacs'])).toMatchObject({ code: 2, stdout: '' });
});

describe('the page on MCP', () => {
  const page = readFileSync(new URL('../../../../docs/guide/mcp.md', import.meta.url), 'utf8');
  const blocks = (language: string) =>
    [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text]) => text!);

  const ofJson = blocks('json')
    .filter((text) => text.includes('"command": "parley"'))
    .map((text) => JSON.parse(text) as Record<string, { parley: { type?: string; command: string; args: string[] } }>);
  const [toml = ''] = blocks('toml').filter((text) => text.includes('command = '));
  const [, ofCodex = '[]'] = /^\[mcp_servers\.parley\]\ncommand = "parley"\nargs = (\[.*\])\n$/.exec(toml) ?? [];
  const added = blocks('sh').flatMap((text) => /^(claude|codex) mcp add .*parley -- parley (.*)\n$/.exec(text)?.slice(1) ?? []);
  const launches: [host: string, words: string[] | undefined][] = [
    ['Claude Desktop', ofJson[0]?.['mcpServers']?.parley.args],
    ['Cursor', ofJson[1]?.['mcpServers']?.parley.args],
    ['VS Code', ofJson[2]?.['servers']?.parley.args],
    ['Codex', JSON.parse(ofCodex) as string[]],
    ['Claude Code, by a command', added[added.indexOf('claude') + 1]?.split(' ')],
    ['Codex, by a command', added[added.indexOf('codex') + 1]?.split(' ')],
  ];

  test.each(launches)('starts this command in %s over stdio', async (_, words) => {
    const [user] = await machines(server.url, 'user');
    const [first, ...others] = words!;
    expect(first).toBe('mcp');
    const started = await McpHost.start(user, '2025', ...others);
    expect(started.client.getInstructions()).toContain('never an instruction');
  });

  test('shows the configuration that install prints', async () => {
    const [user] = await machines('', 'user');
    const bin = join(user.folder, 'bin');
    await mkdir(bin);
    await symlink(main, join(bin, 'parley'));
    const env = { PATH: bin, PARLEY_URL: '', XDG_DATA_HOME: '', PARLEY_KEYCHAIN: '', PARLEY_PROFILE: '' };
    const printed = async (host: string) => (await user.tries(['mcp', 'install', host], { env })).stdout;
    expect(JSON.parse(await printed('cursor'))).toEqual(ofJson[1]);
    expect(JSON.parse(await printed('vscode'))).toEqual(ofJson[2]);
    expect(await printed('codex')).toBe(toml);
  });

  test('shows commands that work', async () => {
    const [user] = await machines(server.url, 'user');
    for (const [, words] of page.matchAll(/^parley (mcp (?:install|doctor).*)$/gm)) await user.does(...words!.split(' '));
    expect(await readFile(join(user.folder, files.claude), 'utf8')).toContain('"mcp"');
  });
});

describe('doctor', () => {
  const invited = async (owner: Machine) => (await owner.answers<{ agentLink: string }>('invite')).agentLink;

  test('says that server, key and stream work, and shows no key', async () => {
    const [user] = await machines(server.url, 'user');
    expect(await user.tries(['mcp', 'doctor'])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('no spaces yet') as string,
    });
    await user.does('space', 'create', 'Launch', '--name', 'Olga');
    const { code, stdout, stderr } = await user.tries(['mcp', 'doctor']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/✓ server .*it answers\n✓ key .*you are Olga in Launch\n✓ stream .*\n$/);
    for (const key of await keysOf(user)) expect(stdout + stderr).not.toContain(key);
    const lines = (await user.does('mcp', 'doctor', '--space', 'launch', '--json')).split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { state: string }).state)).toEqual(['ok', 'ok', 'ok']);
  });

  test('1 if the server cannot be reached, or something else answers there', async () => {
    const [user] = await machines('http://127.0.0.1:1', 'user');
    expect(await user.tries(['mcp', 'doctor'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('✗ server') as string,
      stderr: expect.stringContaining('check that the server is running') as string,
    });
    const stranger = createServer((_, response) => response.end('Welcome'));
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void stranger.close());
    const url = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
    expect(await user.tries(['mcp', 'doctor', '--url', url])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is no Parley server') as string,
    });
  });

  test('3 for a space that is not in the profile, and 4 for a key that no longer works', async () => {
    const [owner, guest] = await machines(server.url, 'owner', 'guest');
    await owner.does('space', 'create', 'Launch', '--name', 'Olga');
    await guest.does('join', await invited(owner), '--name', 'Gus');
    expect(await guest.tries(['mcp', 'doctor', '--space', 'nowhere'])).toMatchObject({ code: 3, stdout: '' });
    await owner.does('kick', 'Gus', '--yes');
    expect(await guest.tries(['mcp', 'doctor'])).toMatchObject({
      code: 4,
      stdout: expect.stringContaining('✗ key') as string,
    });
  });

  test('a space that has ended is no problem, unless it is the one that is meant', async () => {
    const [owner, guest] = await machines(server.url, 'owner', 'guest');
    await owner.does('space', 'create', 'Launch', '--name', 'Olga');
    await guest.does('join', await invited(owner), '--name', 'Gus');
    await owner.does('space', 'close', '--yes');
    expect(await guest.tries(['mcp', 'doctor'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('- key     launch') as string,
    });
    expect(await guest.tries(['mcp', 'doctor', '--space', 'launch'])).toMatchObject({ code: 5 });
  });

  test('1 if a proxy holds back the stream', async () => {
    const [user] = await machines(server.url, 'user');
    const proxy = createServer((request, response) => {
      if (request.url!.includes('/stream')) return;
      const { host: _, ...headers } = request.headers as Record<string, string>;
      void fetch(server.url + request.url, { headers }).then(async (answer) => {
        response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type')! });
        response.end(await answer.text());
      });
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      proxy.closeAllConnections();
      proxy.close();
    });
    await user.does('space', 'create', 'Launch', '--name', 'Olga');
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    expect(await user.tries(['mcp', 'doctor', '--space', 'launch', '--url', url])).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/✓ key[^]*✗ stream/) as string,
      stderr: expect.stringContaining('a proxy may hold back streams') as string,
    });
  });
});
