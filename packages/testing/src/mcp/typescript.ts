import { Client as Modern, StreamableHTTPClientTransport as ModernHttp } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client as First } from '@modelcontextprotocol/sdk-1.17/client/index.js';
import { StdioClientTransport as FirstStdio } from '@modelcontextprotocol/sdk-1.17/client/stdio.js';
import { StreamableHTTPClientTransport as FirstHttp } from '@modelcontextprotocol/sdk-1.17/client/streamableHttp.js';
import { Client as Last } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as LastStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as LastHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Called, ClientVersion, Fields, ListedTool, McpTarget, ValidatingClient } from './client.ts';

/** What the clients of all versions have in common. */
interface Client<Transport> {
  connect(transport: Transport): Promise<void>;
  listTools(): Promise<{ tools: unknown[] }>;
  callTool(call: { name: string; arguments: Fields }): Promise<unknown>;
  close(): Promise<void>;
}

interface Library<Transport> {
  client(): Client<Transport>;
  http(url: URL): Transport;
  stdio(command: { command: string; args: string[]; env: Record<string, string>; stderr: 'ignore' }): Transport;
}

const info = { name: 'validating client', version: '1' };

const version = <Transport>(name: string, library: Library<Transport>): ClientVersion => ({
  name,
  async connect(target: McpTarget): Promise<ValidatingClient> {
    const client = library.client();
    await client.connect('url' in target ? library.http(new URL(target.url)) : library.stdio({ ...target, stderr: 'ignore' }));
    const { tools } = await client.listTools();
    return {
      tools: tools as ListedTool[],
      call: async (name, args) => calledOf(await client.callTool({ name, arguments: args })),
      close: () => client.close(),
    };
  },
});

function calledOf(result: unknown): Called {
  const { isError, content, structuredContent } = result as {
    isError?: boolean;
    content: { text: string }[];
    structuredContent?: Fields;
  };
  return { isError: isError === true, text: content.map(({ text }) => text).join('\n'), structured: structuredContent };
}

/** The official TypeScript clients; those of 1.x compare the result of a failure with the schema of a success. */
export const typeScriptClients: readonly ClientVersion[] = [
  version('@modelcontextprotocol/sdk 1.17', {
    client: () => new First(info) as Client<FirstStdio | FirstHttp>,
    http: (url) => new FirstHttp(url),
    stdio: (command) => new FirstStdio(command),
  }),
  version('@modelcontextprotocol/sdk 1.32', {
    client: () => new Last(info) as Client<LastStdio | LastHttp>,
    http: (url) => new LastHttp(url),
    stdio: (command) => new LastStdio(command),
  }),
  version('@modelcontextprotocol/client 2.4', {
    client: () => new Modern(info, { versionNegotiation: { mode: 'auto' } }) as Client<ModernStdio | ModernHttp>,
    http: (url) => new ModernHttp(url),
    stdio: (command) => new ModernStdio(command),
  }),
];
