import { shownAt, type Arguments, type ParleyTool } from '@parley/mcp';

/** A JSON-RPC message, as far as it was checked. */
export type JsonRpcMessage = { id?: unknown; method?: unknown; params?: unknown } & Record<string, unknown>;

/** What a body says, read once. */
export interface Parsed {
  /** Undefined if the body is no single message. */
  readonly message: JsonRpcMessage | undefined;
  /** Undefined unless they are an object. */
  readonly params: Record<string, unknown> | undefined;
  /** The tool that it calls. */
  readonly tool: ParleyTool | undefined;
  /** The arguments of a tool call, or those that the address of a resource or a subscription stands for: which space and key the message is about. */
  readonly args: Arguments;
  /** Without a space among them, it is about that of the key. */
  readonly takesSpace: boolean;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function parsed(body: unknown, tools: ReadonlyMap<string, ParleyTool>): Parsed {
  const message = isObject(body) ? (body as JsonRpcMessage) : undefined;
  const params = isObject(message?.params) ? message.params : undefined;
  if (message?.method === 'tools/call') {
    const { name, arguments: args } = params ?? {};
    const tool = tools.get(name as string);
    return { message, params, tool, args: isObject(args) ? args : {}, takesSpace: tool?.takesSpace ?? false };
  }
  if (typeof message?.method === 'string' && message.method.startsWith('events/')) {
    const { spaceId } = isObject(params?.['arguments']) ? params['arguments'] : {};
    return { message, params, tool: undefined, args: { spaceId }, takesSpace: params?.['name'] !== undefined };
  }
  const { uri, notifications } = params ?? {};
  const address = typeof uri === 'string' ? uri : urisIn(notifications)[0];
  const spaceId = address === undefined ? undefined : shownAt(address)?.spaceId;
  return { message, params, tool: undefined, args: { spaceId }, takesSpace: false };
}

/** The resources that `subscriptions/listen` names. */
export function urisIn(notifications: unknown): string[] {
  const { resourceSubscriptions } = isObject(notifications) ? notifications : {};
  return Array.isArray(resourceSubscriptions) ? resourceSubscriptions.filter((uri) => typeof uri === 'string') : [];
}
