import { ServiceError } from '@parley/core';
import type { Arguments, Backend } from './backend.ts';
import { declaredAs } from './declared.ts';
import type { JsonSchema } from './schema.ts';

const pattern = /^(https?:\/\/\S*)\/space\/([\da-f-]{36})\/([\da-f]{64})(?:[/?#]\S*)?$/i;

/** How the link that contains a key is called, and what it stands for. */
export const linkTexts = declaredAs('link')[0]!;

/** What tools take in place of the space and the key of an invitation. Programs can give both instead. */
export const linkField: Record<string, JsonSchema> = { link: { type: 'string' } };

type Linked = { spaceId: string; privateKey: string };

/** What a link contains: the address of its server, the id of the space and a key. Undefined if it is none. */
export function linkIn(link: unknown): (Linked & { server: string }) | undefined {
  const [, server, spaceId, privateKey] = (typeof link === 'string' && pattern.exec(link.trim())) || [];
  return server && spaceId && privateKey && URL.canParse(server) ? { server, spaceId, privateKey } : undefined;
}

/** Arguments in which a link is replaced by what it contains. The key is useless elsewhere, so the link says where. */
export function withoutLink({ link, ...args }: Arguments, { isHere }: Pick<Backend, 'isHere'>): Arguments {
  if (link === undefined) return args;
  const { server, ...linked } = linkIn(link) ?? {};
  if (server === undefined) throw refused(`must be ${linkTexts.name}`);
  const url = new URL(server);
  if (isHere(url)) return { ...args, ...linked };
  const address = `${url.origin}${url.pathname.replace(/\/$/, '')}`;
  throw refused(`is of another server, ${address}: join there, for example over its MCP endpoint ${address}/mcp`);
}

const refused = (message: string) =>
  new ServiceError('invalid_request', `link ${message}`, { issues: [{ field: 'link', message }] });
