import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Called, ClientVersion, Fields, ListedTool, McpTarget, ValidatingClient } from './client.ts';

const bridge = fileURLToPath(new URL('../../src/mcp/bridge.py', import.meta.url));

/** Installs versions of the official Python client. `remove` deletes them. */
export function installPythonClients(): { clients: readonly ClientVersion[]; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'parley-mcp-python-'));
  return {
    clients: ['1.30.0', '2.3.0'].map((version) => install(folder, version)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function install(folder: string, version: string): ClientVersion {
  const bin = join(folder, version, 'bin');
  const isInstalled = [
    ['python3', '-m', 'venv', join(folder, version)],
    [join(bin, 'pip'), 'install', '--quiet', '--disable-pip-version-check', `mcp==${version}`],
  ].every(([program, ...words]) => spawnSync(program!, words).status === 0);
  const missing = isInstalled ? undefined : 'there is no python3 with venv, or mcp cannot be installed';
  return {
    name: `mcp ${version} for Python`,
    ...(missing && { missing }),
    connect: (target) => connect(join(bin, 'python'), target),
  };
}

async function connect(python: string, target: McpTarget): Promise<ValidatingClient> {
  const [words, env] = 'url' in target ? [[target.url], process.env] : [[target.command, ...target.args], target.env];
  const child = spawn(python, [bridge, ...words], { env, stdio: 'pipe' });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`The Python client ended: ${said}`);
    return JSON.parse(value) as unknown;
  };
  const tools = (await next()) as ListedTool[];
  return {
    tools,
    async call(name: string, args: Fields) {
      child.stdin.write(`${JSON.stringify({ name, arguments: args })}\n`);
      const answer = (await next()) as Called | { thrown: string };
      if ('thrown' in answer) throw new Error(answer.thrown);
      return { ...answer, structured: answer.structured ?? undefined };
    },
    async close() {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}
