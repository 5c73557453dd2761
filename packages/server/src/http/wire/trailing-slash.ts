import type { IncomingMessage } from 'node:http';
import { forPrograms } from './edge.ts';

export const endsWithSlash = /^([^?]{2,})\/(\?|$)/;

/**
 * The URL for the router: clients that complete an address add a slash, and get the same answer. Not to delete something: where an id is
 * missing, as of an empty variable of a shell, that would be what is above.
 */
export function routed({ method, url = '/' }: IncomingMessage): string {
  if (!endsWithSlash.test(url)) return url;
  const canDelete = method === 'DELETE' && url.startsWith('/hub/');
  return !canDelete && forPrograms.test(url) ? withoutSlash(url)! : url;
}

/** Undefined if the path does not end with a slash, or is nothing else. */
export const withoutSlash = (url: string): string | undefined =>
  endsWithSlash.test(url) ? url.replace(endsWithSlash, '$1$2') : undefined;
