import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import type { CallToolResult, Server, ServerContext } from '@modelcontextprotocol/server';
import { documentationTools } from './extras/docs.ts';
import { editArtifact } from './extras/edit-artifact.ts';
import { waitForEvents } from './extras/wait-for-events.ts';
import { byKeys, type Addressing, type Arguments, type Backend, type Surface } from './backend.ts';
import { instructionsFor } from './instructions.ts';
import { getPrompt, listPrompts } from './prompts.ts';
import { listResources, readResource, resourceTemplates, shownAt } from './resources.ts';
import { failureOf, resultOf, type Refuse } from './result.ts';
import { StrictServer } from './strict-server.ts';
import { isIn, operationTools, type ParleyTool, type Profile } from './tool.ts';

export interface McpServerOptions {
  /** From `parleyTools`; built once, because drawing them takes a while. */
  tools: ReadonlyMap<string, ParleyTool>;
  refuse: Refuse;
  version: string;
  /** As the tools were drawn; default {@link byKeys}. */
  addressing?: Addressing;
}

/** The tools of a profile, by name. */
export function parleyTools(surface: Surface, profile: Profile = 'all'): Map<string, ParleyTool> {
  const all = [...operationTools(surface), editArtifact(surface), waitForEvents(surface), ...documentationTools];
  return new Map(all.filter((each) => isIn(profile, each)).map((each) => [each.tool.name, each]));
}

const capabilities = { tools: {}, prompts: {}, resources: { subscribe: true } };

/** How long clients may keep the lists, which change only with the version of the server. */
const unchanging = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

/** How a server of a version identifies itself. */
export const serverInfo = (version: string) => ({ name: 'parley', title: 'Parley', version });

/** A server for one exchange or connection, whose caller the backend knows. */
export function createMcpServer(backend: Backend, { tools, refuse, version, addressing = byKeys }: McpServerOptions): Server {
  const cacheHints = {
    'tools/list': unchanging,
    'prompts/list': unchanging,
    'resources/templates/list': unchanging,
    'server/discover': unchanging,
  };
  const server = new StrictServer(
    serverInfo(version),
    { capabilities, instructions: instructionsFor(addressing), cacheHints },
    refuse,
  );
  server.setRequestHandler('tools/list', () => ({ tools: [...tools.values()].map(({ tool }) => tool) }));
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: args = {} } }, { mcpReq: { signal } }) => {
    const found = tools.get(name);
    if (!found) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool');
    return callTool(backend, found, args, signal, refuse);
  });
  server.setRequestHandler('prompts/list', () => ({ prompts: listPrompts() }));
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: given } }) => {
    const prompt = getPrompt(name, addressing, given);
    if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such prompt, or an argument is missing');
    return prompt;
  });
  server.setRequestHandler('resources/list', async () => ({ resources: await listResources(backend) }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }));
  server.setRequestHandler('resources/read', ({ params: { uri } }, context) => read(backend, uri, context, refuse));
  return server;
}

/** Calls a tool. A refusal is a result too, as the protocol says; nothing is thrown. */
export async function callTool(
  backend: Backend,
  { call }: ParleyTool,
  args: Arguments,
  signal: AbortSignal,
  refuse: Refuse,
): Promise<CallToolResult> {
  const open = () => backend.openDeliveries(args).catch(() => undefined);
  try {
    const answer = await call(backend, args, signal);
    return resultOf(answer, await open());
  } catch (error) {
    const { refusal, body } = refuse(error);
    const isOverloaded = refusal.status === 429 || refusal.status >= 500;
    return failureOf(refusal, body, isOverloaded ? undefined : await open());
  }
}

async function read(backend: Backend, uri: string, { mcpReq: { signal } }: ServerContext, refuse: Refuse) {
  const shown = shownAt(uri);
  if (!shown) throw new ResourceNotFoundError(uri);
  try {
    return await readResource(backend, uri, shown, signal);
  } catch (error) {
    throw protocolErrorOf(uri, refuse(error));
  }
}

/** A refusal where the protocol has no place for the body of REST but `data`. */
export function protocolErrorOf(uri: string, { refusal, body }: ReturnType<Refuse>): ProtocolError {
  if (refusal.status === 404) return new ResourceNotFoundError(uri, body.error);
  const code = refusal.status >= 500 ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
  return new ProtocolError(code, body.error, { ...body, status: refusal.status });
}
