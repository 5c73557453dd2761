import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import type { CallToolResult, Server, ServerCapabilities, ServerContext } from '@modelcontextprotocol/server';
import { statusOf, isTemporary } from '@parley/core';
import { listResources, readResource, resourceTemplates, shownAt } from './addresses.ts';
import { byKeys, type Addressing, type Surface } from './addressing.ts';
import type { Arguments, Backend } from './backend.ts';
import { documentationTools } from './docs.ts';
import { eventsCapabilities, serveEvents } from './events/index.ts';
import { instructionsFor } from './instructions.ts';
import { afterRefusal } from './next-steps.ts';
import { getPrompt, listPrompts } from './prompts.ts';
import { toolsOfResources } from './resources/index.ts';
import { failureOf, resultOf, type Refuse } from './result.ts';
import { serveSkill, skillFor, skillsExtension } from './skill.ts';
import { StrictServer } from './strict-server.ts';
import { canRun, isShown, type Profile, type Role } from './profiles.ts';
import { operationTools, withSpace, type ParleyTool, type Progress } from './tool.ts';

export interface McpServerOptions {
  /** From `parleyTools`; built once, because generating them takes a while. */
  tools: ReadonlyMap<string, ParleyTool>;
  /** Which of them are listed. All can be called, because a program knows them without a list. */
  profile?: Profile;
  /** Whether notifications reach the client while a call runs. */
  hasProgress?: boolean;
  refuse: Refuse;
  version: string;
  /** As the tools were generated; default {@link byKeys}. */
  addressing?: Addressing;
}

/** All tools, by name. */
export function parleyTools(surface: Surface): Map<string, ParleyTool> {
  // A tool of a resource takes the place of the operations that have its name.
  const all = [...operationTools(surface), ...toolsOfResources(surface), ...documentationTools];
  return new Map(all.map((each) => [each.tool.name, each]));
}

/** Those that a profile lists: all of `all`, of others those that the key of the client can run, without an argument for a key. */
export function listedTools(tools: ReadonlyMap<string, ParleyTool>, profile: Profile, role?: Role): ParleyTool[] {
  const shown = [...tools.values()].filter((each) => isShown(profile, each));
  if (role === undefined || profile === 'all') return shown;
  return shown.filter(({ auth }) => canRun(role, auth)).map(withoutKey);
}

function withoutKey({ tool, ...rest }: ParleyTool): ParleyTool {
  const { privateKey: _, ...properties } = tool.inputSchema.properties ?? {};
  return { ...rest, tool: { ...tool, inputSchema: { ...tool.inputSchema, properties } } };
}

/** The types of the library have no `events`. */
const capabilitiesOf = ({ events }: Backend): ServerCapabilities & { events?: object } => ({
  ...{ tools: {}, prompts: {}, resources: { subscribe: true } },
  ...(events && eventsCapabilities),
  extensions: { ...skillsExtension, ...(events && eventsCapabilities.extensions) },
});

/** How long clients may keep the lists, which change only with the version of the server; that of tools also with the key. */
const unchanging = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

/** How a server of a version identifies itself. */
export const serverInfo = (version: string) => ({ name: 'parley', title: 'Parley', version });

/** A server for one exchange or connection, whose caller the backend knows. */
export function createMcpServer(
  backend: Backend,
  { tools, profile = 'participant', refuse, version, addressing = byKeys, hasProgress = false }: McpServerOptions,
): Server {
  const cacheHints = {
    'tools/list': { ...unchanging, cacheScope: 'private' } as const,
    'prompts/list': unchanging,
    'resources/templates/list': unchanging,
    'server/discover': unchanging,
  };
  const server = new StrictServer(
    serverInfo(version),
    { capabilities: capabilitiesOf(backend), instructions: instructionsFor(addressing), cacheHints },
    refuse,
  );
  server.setRequestHandler('tools/list', async () => ({
    tools: listedTools(tools, profile, await backend.role?.()).map(({ tool }) => tool),
  }));
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: args = {}, _meta: meta } }, { mcpReq }) => {
    const found = tools.get(name);
    if (!found) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool');
    const token = hasProgress ? meta?.progressToken : undefined;
    const notify = (seconds: number, of: number) => void mcpReq.notify(progressOf(token!, seconds, of)).catch(() => {});
    return callTool(backend, found, args, mcpReq.signal, refuse, token === undefined ? undefined : notify);
  });
  server.setRequestHandler('prompts/list', () => ({ prompts: listPrompts() }));
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: given } }) => getPrompt(name, addressing, given));
  const skill = skillFor(addressing);
  serveSkill(server, skill, unchanging);
  if (backend.events) serveEvents(server, backend.events, refuse, unchanging);
  server.setRequestHandler('resources/list', async () => ({ resources: [skill.resource, ...(await listResources(backend))] }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }));
  server.setRequestHandler('resources/read', ({ params: { uri } }, context) => {
    const { resource, text } = skill;
    return uri === resource.uri
      ? { contents: [{ uri, mimeType: resource.mimeType, text }] }
      : read(backend, uri, context, refuse);
  });
  return server;
}

/** Calls a tool. A refusal is a result too, as the protocol says; nothing is thrown. */
export async function callTool(
  backend: Backend,
  called: ParleyTool,
  given: Arguments,
  signal: AbortSignal,
  refuse: Refuse,
  progress?: Progress,
): Promise<CallToolResult> {
  let args = given;
  const openWork = () => backend.openWork(args).catch(() => undefined);
  try {
    args = withSpace(called, backend, given);
    const answer = await called.call(backend, args, signal, progress);
    return resultOf(called, answer, await openWork());
  } catch (error) {
    const { refusal, body } = refuse(error);
    const counted = isTemporary(refusal.code) ? undefined : await openWork();
    return failureOf(refusal, body, { openWork: counted, next: afterRefusal(called.tool.name, body) });
  }
}

/** Notifies a client that a call is still waiting. */
export const progressOf = (progressToken: string | number, progress: number, total: number) => ({
  method: 'notifications/progress' as const,
  params: { progressToken, progress, total, message: 'Nothing has happened yet' },
});

async function read(backend: Backend, uri: string, { mcpReq: { signal } }: ServerContext, refuse: Refuse) {
  const shown = shownAt(uri);
  if (!shown) throw new ResourceNotFoundError(uri);
  try {
    return await readResource(backend, uri, shown, signal);
  } catch (error) {
    throw protocolErrorOf(uri, refuse(error));
  }
}

/** A refusal of anything but a tool call: the protocol has only `data` for the body of REST. */
export function protocolErrorOf(uri: string, { refusal, body }: ReturnType<Refuse>): ProtocolError {
  if (statusOf(refusal) === 404) return new ResourceNotFoundError(uri, body.error);
  const code = statusOf(refusal) >= 500 ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
  return new ProtocolError(code, body.error, { ...body, status: statusOf(refusal) });
}
