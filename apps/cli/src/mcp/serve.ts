import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type JSONRPCMessage,
  type Server,
} from '@modelcontextprotocol/server';
import { counted } from '@parley/core/words';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer, listedTools, protocolErrorOf, shownAt, type Profile } from '@parley/mcp';
import type { Context } from '../context.ts';
import { bySpace } from './addressing.ts';
import { Watcher } from '../watching/watcher.ts';
import { channelCapability, pushing } from './channel.ts';
import type { Group } from './groups.ts';
import { profileBackend } from './backend.ts';
import { followQueues, type QueueReader } from './queues.ts';
import { refuseWith } from './refusals.ts';
import { ReachableSpaces } from './spaces.ts';
import { Subscriptions } from './subscriptions.ts';
import { profileTools } from './tools.ts';
import { Wire } from './wire.ts';

export interface ServeOptions {
  version: string;
  allowed: ReadonlySet<Group>;
  /** Which of them are listed. */
  profile: Profile;
  /** Whether deliveries are pushed to the host. */
  channel: boolean;
  /** Whether the hooks of the profile are told what waits. */
  hooks: boolean;
}

/** Serves MCP on standard input and output until the client closes it, or the process is asked to end. */
export async function serveMcp(context: Context, { version, allowed, profile, channel, hooks }: ServeOptions): Promise<void> {
  // A host writes notes into a log, where nobody looks for advice.
  context.secrets.isWatched = false;
  const spaces = await ReachableSpaces.of(context);
  const addressing = bySpace(spaces.isPinned, channel);
  const log = (text: string) => context.out.note(text);
  const refuse = refuseWith(log);
  const backend = profileBackend(context, spaces);
  const ending = new AbortController();
  const signal = AbortSignal.any([context.signal, ending.signal]);
  const mayRead = allowed.has('read');
  let server: Server | undefined;
  const onRole = () => void server?.sendToolListChanged().catch(() => {});
  const tools = profileTools({ context, spaces, addressing, allowed, onRole });
  const subscriptions = new Subscriptions(context, spaces, (uri) => void server?.sendResourceUpdated({ uri }).catch(() => {}));

  /** A client can ask for both revisions before it decides on one; each gets a server of its own. */
  const newServer = (): Server => {
    server = createMcpServer(backend, { tools, profile, refuse, version, addressing, hasProgress: true });
    server.registerCapabilities({ tools: { listChanged: true } });
    if (channel) server.registerCapabilities({ experimental: { [channelCapability]: {} } });
    server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
      const shown = shownAt(uri);
      if (!shown) throw new ResourceNotFoundError(uri);
      await spaces.find(shown.spaceId).catch((error: unknown) => {
        throw protocolErrorOf(uri, refuse(error));
      });
      if (!(await subscriptions.add(uri, [uri])))
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There are too many subscriptions: end one first');
      return {};
    });
    server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
      subscriptions.remove(uri);
      return {};
    });
    if (!mayRead) refuseReading(server);
    return server;
  };

  const watcher = hooks ? new Watcher(context.folder) : undefined;
  const watching: QueueReader = {
    onQueued: ({ place }, _, { length }) => watcher?.knows(place.spaceId, length),
    onLost: ({ place }) => watcher?.forgets(place.spaceId),
  };
  let isFollowing = false;
  const startFollowing = () => {
    if ((!channel && !hooks) || isFollowing) return;
    isFollowing = true;
    const push = (notification: object) => void wire.send({ jsonrpc: '2.0', ...notification } as JSONRPCMessage).catch(() => {});
    void followQueues(context, spaces, [...(channel ? [pushing(push, signal)] : []), ...(hooks ? [watching] : [])], signal);
  };

  const wire = new Wire((message) => {
    const { method, id, params = {} } = message as { method?: string; id?: unknown; params?: Record<string, unknown> };
    if (method === 'subscriptions/listen' && mayRead) void subscriptions.add(listenName(id), urisIn(params));
    if (method === 'notifications/cancelled') subscriptions.remove(listenName(params['requestId']));
    // Nothing is pushed before the client has finished its greeting.
    if (method !== undefined && method !== 'initialize' && method !== 'server/discover') startFollowing();
  });
  const handle = serveStdio(newServer, { transport: wire, onerror: (error) => log(`MCP: ${error.message}`) });
  log(
    `Serving ${counted(listedTools(tools, profile, await spaces.role()).length, 'tool')} over MCP on standard input and output`,
  );
  if (process.stdin.isTTY) log('A host starts this command; `parley mcp install claude` configures one. Press Ctrl-C to stop.');
  await Promise.race([wire.closed, aborted(context.signal)]);
  ending.abort();
  await watcher?.end();
  await handle.close();
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** No resource has this name, because addresses begin with `parley:`. */
const listenName = (id: unknown): string => `listen ${JSON.stringify(id)}`;

function urisIn({ notifications }: Record<string, unknown>): string[] {
  const { resourceSubscriptions } = (notifications ?? {}) as { resourceSubscriptions?: unknown };
  return Array.isArray(resourceSubscriptions) ? resourceSubscriptions.filter((uri) => typeof uri === 'string') : [];
}

/** Resources must not show what tools are not allowed to read. */
function refuseReading(server: Server): void {
  const refuse = () => {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Reading is not allowed here');
  };
  server.setRequestHandler('resources/list', () => ({ resources: [] }));
  server.setRequestHandler('resources/read', refuse);
  server.setRequestHandler('resources/subscribe', refuse);
}
