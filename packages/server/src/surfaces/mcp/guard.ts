import { isIP } from 'node:net';
import { ServiceError } from '@parley/core';
import type { FastifyRequest } from 'fastify';

/** A name or an address with or without a port, and nothing else that a URL can have there, such as a user. */
const authority = /^(?:\[[\da-f:.]+\]|[^\s:/?#@\\[\]]+)(?::\d{1,5})?$/i;

/**
 * Refuses requests that a page of another site sends through a user's browser: with a name of its own in `Host` that resolves to
 * this server (DNS rebinding), or with its own `Origin`. A numeric address cannot be rebound.
 */
export function guard(names: () => readonly (string | undefined)[]) {
  const isOurs = (host: string): boolean => {
    const name = authority.test(host) ? nameOf(host) : undefined;
    if (name === undefined) return false;
    return isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost') || names().includes(name);
  };
  return ({ host, headers: { origin } }: FastifyRequest): void => {
    if (!isOurs(host))
      throw new ServiceError(
        'origin_refused',
        'MCP is only served under the name of the public URL (PARLEY_PUBLIC_URL); see the header Host',
      );
    if (origin === undefined) return;
    const [, ofOrigin] = /^https?:\/\/([^/]+)$/i.exec(origin) ?? [];
    if (ofOrigin === undefined || !isOurs(ofOrigin)) {
      throw new ServiceError('origin_refused', 'Pages of this Origin cannot use MCP; programs that send no Origin can');
    }
  };
}

/** The name in a host with or without a port; undefined if it is malformed. */
export function nameOf(host: string): string | undefined {
  try {
    return new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, '').toLowerCase();
  } catch {
    return undefined;
  }
}
