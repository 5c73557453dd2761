import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { forPrograms } from './edge.ts';
import type { AllowedAt } from './methods.ts';

/**
 * The URL for the router: clients that complete an address add a slash, and get the same answer. Not to delete something: where an id is
 * missing, as of an empty variable of a shell, that would be what is above.
 */
export function routed({ method, url = '/' }: IncomingMessage): string {
  const canDelete = method === 'DELETE' && url.startsWith('/hub/');
  return !canDelete && forPrograms.test(url) ? (withoutSlash(url) ?? url) : url;
}

/** Pages link relative to their address, so browsers are sent to the one without a slash. */
export function redirectPages(app: FastifyInstance, allowedAt: AllowedAt): void {
  app.addHook('onRequest', ({ method, url }, reply, done) => {
    const other = method === 'GET' || method === 'HEAD' ? withoutSlash(url) : undefined;
    if (other === undefined || !allowedAt(other)?.includes('GET')) return done();
    // Relative, because a proxy can have removed the beginning of the path.
    return reply.redirect(`..${other.slice(other.split('?', 1)[0]!.lastIndexOf('/'))}`, 308);
  });
}

/** Undefined if the path does not end with a slash, or is nothing else. */
function withoutSlash(url: string): string | undefined {
  const [path = ''] = url.split('?', 1);
  return path.length > 2 && path.endsWith('/') ? path.slice(0, -1) + url.slice(path.length) : undefined;
}
