import { ServiceError } from '@parley/core';
import type { Arguments } from './backend.ts';

const pattern = /^https?:\/\/\S*\/space\/([\da-f-]{36})\/([\da-f]{64})(?:[/?#]\S*)?$/i;

/** What the link of an invitation contains: the id of the space and the key. Undefined if it is none. */
export function invitationIn(link: unknown): { spaceId: string; privateKey: string } | undefined {
  const [, spaceId, privateKey] = (typeof link === 'string' && pattern.exec(link.trim())) || [];
  return spaceId && privateKey ? { spaceId, privateKey } : undefined;
}

/** Arguments in which the link of an invitation is replaced by what it contains. */
export function withoutLink({ link, ...args }: Arguments): Arguments {
  const invitation = invitationIn(link);
  if (invitation || link === undefined) return { ...args, ...invitation };
  const message = 'must be the link of an invitation';
  throw new ServiceError('invalid_request', `link ${message}`, { issues: [{ field: 'link', message }] });
}
