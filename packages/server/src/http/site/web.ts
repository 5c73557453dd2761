import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { ServiceError } from '@parley/core';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { publish, sendPublished, type Published } from '../wire/published.ts';

/** The built app, from `dist` and from `src`. */
const folder = [new URL('../../web/', import.meta.url), new URL('../../../dist/web/', import.meta.url)].find((url) =>
  existsSync(url),
)!;

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The name of an asset contains a hash of its content. */
const forever = 'public, max-age=31536000, immutable';

const assets: ReadonlyMap<string, Published> = new Map(
  readdirSync(new URL('assets/', folder))
    .filter((name) => extname(name) in types)
    .map((name) => [name, publish(types[extname(name)]!, readFileSync(new URL(`assets/${name}`, folder)), forever)]),
);

const shell = readFileSync(new URL('index.html', folder), 'utf8');

/** Texts become elements and never HTML, so no script of the page may make any. Pages of participants are frames without scripts. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob: https:",
  'frame-src blob:',
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Sends the app. `depth`: how many folders the address is below the root of the service. */
export const sendApp = (reply: FastifyReply, depth: 0 | 1 | 2): FastifyReply =>
  reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', depth === 0 ? 'all' : 'noindex')
    .send(shell.replaceAll('./assets/', `${'../'.repeat(depth)}assets/`));

export function serveWeb(app: FastifyInstance): void {
  app.get('/', async (_request, reply) => sendApp(reply, 0));
  app.get('/inbox', async (_request, reply) => sendApp(reply, 0));
  app.get('/room/:spaceId', async (_request, reply) => sendApp(reply, 1));
  app.get<{ Params: { file: string } }>('/assets/:file', async (request, reply) => {
    const asset = assets.get(request.params.file);
    if (!asset) throw new ServiceError('not_found', 'Nothing exists at this URL');
    return sendPublished(request, reply, asset);
  });
}
