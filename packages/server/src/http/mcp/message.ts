import { shownAt, type Arguments } from '@parley/mcp';

/** A JSON-RPC message, as far as it was checked. */
export type Message = { id?: unknown; method?: unknown; params?: unknown } & Record<string, unknown>;

export const isMessage = (body: unknown): body is Message => typeof body === 'object' && body !== null && !Array.isArray(body);

const objectIn = (value: unknown): Record<string, unknown> => (isMessage(value) ? value : {});

/** The arguments of a tool call, or those that the address of a resource stands for: which space and key the message is about. */
export function argumentsIn(body: unknown): Arguments {
  const { method, params } = objectIn(body);
  const { arguments: args, uri, notifications } = objectIn(params);
  if (method === 'tools/call') return objectIn(args);
  const [first] = urisIn(notifications);
  const address = typeof uri === 'string' ? uri : first;
  return { spaceId: address === undefined ? undefined : shownAt(address)?.spaceId };
}

/** The name of the tool that a message calls. */
export function toolIn(body: unknown): string | undefined {
  const { method, params } = objectIn(body);
  const { name } = objectIn(params);
  return method === 'tools/call' && typeof name === 'string' ? name : undefined;
}

/** The resources that `subscriptions/listen` names. */
export function urisIn(notifications: unknown): string[] {
  const { resourceSubscriptions } = objectIn(notifications);
  return Array.isArray(resourceSubscriptions) ? resourceSubscriptions.filter((uri) => typeof uri === 'string') : [];
}
