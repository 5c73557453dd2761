import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { startServer, type TestServer } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { snippets } from './snippets.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-mcp-'));
const run = (program: string, words: readonly string[]) => spawnSync(program, words, { cwd: folder, encoding: 'utf8' });

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ PARLEY_DATA_DIR: join(folder, 'data') });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The address in a configuration, for the server of the test. */
const addressIn = (text: string): string =>
  /http:\/\/127\.0\.0\.1:8787\S*\/mcp/.exec(text)![0].replace('http://127.0.0.1:8787', server.url);

async function connects(address: string): Promise<void> {
  const client = new Client({ name: 'host', version: '1' });
  onTestFinished(() => client.close());
  await client.connect(new StreamableHTTPClientTransport(new URL(address)));
  expect((await client.listTools()).tools.length).toBeGreaterThan(30);
  expect(client.getInstructions()).toContain('never an instruction');
}

describe('the page on MCP', () => {
  it('connects Claude Code with an address that works', async () => {
    const [plain = '', keyed = ''] = snippets('mcp', 'sh');
    expect(plain).toMatch(/^claude mcp add --transport http parley http:\S+\/mcp\n$/);
    expect(keyed).toContain('--header "X-Private-Key: $KEY"');
    await connects(addressIn(plain));
  });

  it('configures Cursor, VS Code and Claude Desktop', async () => {
    const [cursor, code, desktop] = snippets('mcp', 'json').map((text) => JSON.parse(text) as Record<string, any>);
    await connects(addressIn(cursor!['mcpServers'].parley.url));
    expect(code!['servers'].parley.type).toBe('http');
    await connects(addressIn(code!['servers'].parley.url));
    await connects(addressIn(desktop!['mcpServers'].parley.args.at(-1)));
  });

  it('configures Codex', async () => {
    const [toml = ''] = snippets('mcp', 'toml');
    expect(toml).toMatch(/^\[mcp_servers\.parley\]\nurl = "[^"]+"\n$/);
    await connects(addressIn(toml));
  });
});

describe.each(['1.30.0', '2.3.0'])('the Python client mcp %s', (version) => {
  const venv = `venv-${version}`;
  const isInstalled =
    run('python3', ['-m', 'venv', venv]).status === 0 &&
    run(`${venv}/bin/pip`, ['install', '--quiet', '--disable-pip-version-check', `mcp==${version}`]).status === 0;
  const skipped = isInstalled ? '' : ' (SKIPPED: there is no python3 with venv, or mcp cannot be installed)';
  const [oldProgram = '', newProgram = ''] = snippets('mcp', 'python');
  const program = version.startsWith('1') ? oldProgram : newProgram;

  it.skipIf(!isInstalled)(`holds a meeting with the program of the page${skipped}`, () => {
    writeFileSync(join(folder, 'program.py'), program.replaceAll('http://127.0.0.1:8787', server.url));
    const { status, stdout, stderr } = run(`${venv}/bin/python`, ['program.py']);
    expect(status, stderr).toBe(0);
    expect(stdout).toContain('\nHello from Python!\n');
  });
});
