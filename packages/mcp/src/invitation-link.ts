import { ServiceError } from '@parley/core';
import type { Arguments, Backend } from './backend.ts';

const pattern = /^(https?:\/\/\S*)\/space\/([\da-f-]{36})\/([\da-f]{64})(?:[/?#]\S*)?$/i;

type Invited = { spaceId: string; privateKey: string };

/** What the link of an invitation contains: the address of its server, the id of the space and the key. Undefined if it is none. */
export function invitationIn(link: unknown): (Invited & { server: string }) | undefined {
  const [, server, spaceId, privateKey] = (typeof link === 'string' && pattern.exec(link.trim())) || [];
  return server && spaceId && privateKey && URL.canParse(server) ? { server, spaceId, privateKey } : undefined;
}

/** Arguments in which the link of an invitation is replaced by what it contains. The key is useless elsewhere, so the link says where. */
export function withoutLink({ link, ...args }: Arguments, { isHere }: Pick<Backend, 'isHere'>): Arguments {
  if (link === undefined) return args;
  const { server, ...invited } = invitationIn(link) ?? {};
  if (server === undefined) throw refused('must be the link of an invitation');
  const url = new URL(server);
  if (isHere(url)) return { ...args, ...invited };
  const address = `${url.origin}${url.pathname.replace(/\/$/, '')}`;
  throw refused(`is of another server, ${address}: join there, for example over its MCP endpoint ${address}/mcp`);
}

const refused = (message: string) =>
  new ServiceError('invalid_request', `link ${message}`, { issues: [{ field: 'link', message }] });
