import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { type Machine } from './machine.ts';

export type Fields = Record<string, unknown>;

export interface Result {
  isError?: boolean;
  structuredContent?: Fields;
  content: { type: string; text: string }[];
  _meta?: Fields;
}

/** A host with a `parley mcp` of its own. */
export class McpHost {
  readonly client: Client;
  readonly transport: StdioClientTransport;
  /** Everything that the process wrote. */
  written = '';
  readonly updated: string[] = [];
  readonly #machine: Machine;

  private constructor(client: Client, transport: StdioClientTransport, machine: Machine) {
    this.client = client;
    this.transport = transport;
    this.#machine = machine;
  }

  static async start(machine: Machine, revision: '2025' | '2026', ...words: string[]): Promise<McpHost> {
    const mode = revision === '2026' ? 'auto' : 'legacy';
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    const env = Object.fromEntries(Object.entries(machine.env).flatMap(([name, value]) => (value ? [[name, value]] : [])));
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [machine.main, 'mcp', ...words],
      env,
      stderr: 'pipe',
    });
    const host = new McpHost(client, transport, machine);
    transport.stderr!.on('data', (chunk: Buffer) => (host.written += chunk.toString()));
    Object.assign(client, {
      onerror: ({ message }: Error) => expect.unreachable(`standard output must carry only the protocol: ${message}`),
    });
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void host.updated.push(params.uri));
    await client.connect(transport);
    const { onmessage } = transport;
    Object.assign(transport, {
      onmessage: (message: Parameters<NonNullable<typeof onmessage>>[0]) => {
        host.written += `${JSON.stringify(message)}\n`;
        onmessage?.(message);
      },
    });
    onTestFinished(() => client.close());
    return host;
  }

  /** Counting what waits gets two seconds: an answer without the count is asked for again. */
  counted(name: string, args: Fields = {}): Promise<Result> {
    const asked = async () => {
      const result = await this.tries(name, args);
      return result._meta?.['parley/openDeliveries'] !== undefined && result;
    };
    return vi.waitUntil(asked, { timeout: 60_000 });
  }

  async tries(name: string, args: Fields = {}): Promise<Result> {
    return (await this.client.callTool({ name, arguments: args })) as Result;
  }

  /** The answer of a tool that succeeds. */
  async call<T = Fields>(name: string, args: Fields = {}): Promise<T> {
    const { isError, content, structuredContent } = await this.tries(name, args);
    if (isError) throw new Error(`${name}: ${content[0]!.text}`);
    expect(structuredContent, name).toBeDefined();
    return structuredContent as T;
  }

  /** The text of a tool that succeeds. */
  async says(name: string, args: Fields = {}): Promise<string> {
    const { isError, content } = await this.tries(name, args);
    if (isError) throw new Error(`${name}: ${content[0]!.text}`);
    return content[0]!.text;
  }

  async toolNames(): Promise<string[]> {
    return (await this.client.listTools()).tools.map(({ name }) => name);
  }

  /** Fails if the process wrote a key of the profile, also one that it has deleted since. */
  async assertNoKeys(...more: string[]): Promise<void> {
    for (const key of [...(await keysOf(this.#machine)), ...more]) expect(this.written).not.toContain(key);
  }
}

/** The keys that a profile keeps. */
export async function keysOf({ folder }: Machine): Promise<string[]> {
  const spaces = join(folder, 'data/parley/default/spaces');
  const files = await readdir(spaces).catch(() => []);
  const texts = await Promise.all(files.map((file) => readFile(join(spaces, file), 'utf8')));
  const keys = texts.map((text) => (JSON.parse(text) as { key: string }).key);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{64}$/);
  return keys;
}
