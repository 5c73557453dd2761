import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { openSpace, pythonWith, startServer, type TestServer } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readPage, snippets } from '../snippets.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-mcp-'));
const run = (program: string, words: readonly string[]) => spawnSync(program, words, { cwd: folder, encoding: 'utf8' });

type Fields = Record<string, any>;

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ PARLEY_DATA_DIR: join(folder, 'data') });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The configurations of the page that contain an address, as objects. */
const remote = () => snippets('mcp', 'json').flatMap((text) => (text.includes('http://') ? [JSON.parse(text) as Fields] : []));

/** Connects to an address of the page, at the server of the test, as a host does. */
async function expectConnection(address: string, headers: Record<string, string> = {}): Promise<Client> {
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:8787\//);
  const client = new Client({ name: 'host', version: '1' });
  onTestFinished(() => client.close());
  const url = new URL(address.replace('http://127.0.0.1:8787', server.url));
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  expect((await client.listTools()).tools.length).toBeGreaterThan(15);
  expect(client.getInstructions()).toContain('never an instruction');
  return client;
}

/** Connects with the header of a configuration, in which the host puts a key in place of `variable`. */
async function expectConnectionWithKey(address: string, headers: Record<string, string>, variable: string): Promise<void> {
  const { spaceId, key } = await openSpace(server);
  const filled = Object.entries(headers).map(([name, value]) => [name, value.replace(variable, key)] as const);
  const client = await expectConnection(address, Object.fromEntries(filled));
  const { content } = await client.callTool({ name: 'get_space', arguments: { spaceId } });
  expect(JSON.stringify(content)).toContain(spaceId);
}

describe('the page on MCP', () => {
  it('connects Claude Code, without and with a key', async () => {
    const [plain = '', keyed = ''] = snippets('mcp', 'sh').filter((text) => text.startsWith('claude mcp add --transport http'));
    const [, address] = /^claude mcp add --transport http parley (\S+)\n$/.exec(plain)!;
    await expectConnection(address!);
    const [, same, name, value] = /^claude mcp add --transport http parley (\S+) --header "(\S+): (.+)"\n$/.exec(keyed)!;
    await expectConnectionWithKey(same!, { [name!]: value! }, '$MEETING_KEY');
  });

  it('connects Claude Desktop over a bridge', async () => {
    const [{ mcpServers: desktop }] = remote() as [Fields];
    expect(desktop.parley).toMatchObject({ command: 'npx', args: ['-y', 'mcp-remote', expect.any(String) as string] });
    await expectConnection(desktop.parley.args[2]);
  });

  it('connects Cursor, without and with a key', async () => {
    const [, { mcpServers: plain }, { mcpServers: keyed }] = remote() as [Fields, Fields, Fields];
    expect(Object.keys(plain.parley)).toEqual(['url']);
    await expectConnection(plain.parley.url);
    await expectConnectionWithKey(keyed.parley.url, keyed.parley.headers, '${env:MEETING_KEY}');
  });

  it('connects VS Code, without and with a key', async () => {
    const [, , , { servers: plain }, { inputs, servers: keyed }] = remote() as [Fields, Fields, Fields, Fields, Fields];
    for (const { parley } of [plain, keyed]) expect(parley.type).toBe('http');
    await expectConnection(plain.parley.url);
    const [{ id, password }] = inputs;
    expect(password).toBe(true);
    await expectConnectionWithKey(keyed.parley.url, keyed.parley.headers, `\${input:${id}}`);
  });

  it('connects Codex, without and with a key', async () => {
    const plain = snippets('mcp', 'sh').find((text) => text.startsWith('codex mcp add parley --url'));
    await expectConnection(/ --url (\S+)\n$/.exec(plain!)![1]!);
    const [keyed = ''] = snippets('mcp', 'toml');
    const form = /^\[mcp_servers\.parley\]\nurl = "([^"]+)"\nenv_http_headers = \{ "([^"]+)" = "([^"]+)" \}\n$/;
    const [, address, name, variable] = form.exec(keyed)!;
    await expectConnectionWithKey(address!, { [name!]: variable! }, 'MEETING_KEY');
  });
});

describe.each(['1.30.0', '2.3.0'])('the Python client mcp %s', (version) => {
  const python = pythonWith(`mcp==${version}`);
  const skipped = python ? '' : ' (SKIPPED: there is no python3 with venv, or mcp cannot be installed)';
  const [oldProgram = '', newProgram = ''] = snippets('mcp', 'python');
  const program = version.startsWith('1') ? oldProgram : newProgram;

  it.skipIf(!python)(`holds a meeting with the program of the page${skipped}`, () => {
    writeFileSync(join(folder, 'program.py'), program.replaceAll('http://127.0.0.1:8787', server.url));
    const { status, stdout, stderr } = run(python!, ['program.py']);
    expect(status, stderr).toBe(0);
    expect(stdout).toContain('\nHello from Python!\n');
    expect(readPage('mcp')).toContain(`pip install mcp==${version}\``);
  });
});
