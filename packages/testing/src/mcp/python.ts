import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { pythonWith } from '../python.ts';
import type { Called, ClientVersion, Fields, ListedTool, McpTarget, ValidatingClient } from './client.ts';

const bridge = fileURLToPath(new URL('../../src/mcp/bridge.py', import.meta.url));

/** Versions of the official Python client, installed where that is possible. */
export const pythonClients = (): readonly ClientVersion[] => ['1.30.0', '2.3.0'].map((version) => install(version));

function install(version: string): ClientVersion {
  const python = pythonWith(`mcp==${version}`);
  return {
    name: `mcp ${version} for Python`,
    ...(!python && { missing: 'there is no python3 with venv, or mcp cannot be installed' }),
    connect: (target) => connect(python!, target),
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
