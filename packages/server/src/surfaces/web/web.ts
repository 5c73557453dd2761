import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { defaultLimits, ServiceError } from '@parley/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { lazy } from '../../engine/async/lazy.ts';
import { types } from '../pages/assets.ts';
import { builtFolder } from '../pages/built.ts';
import { publish, sendPublished, type Published } from '../wire/published.ts';

const html = 'text/html; charset=utf-8';

/** Texts become elements and never HTML, so no script of the page may make any. Pages of participants are frames without scripts. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob: https:",
  'frame-src blob:',
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // The address of a worker counts as a script: this policy makes the addresses of the two workers, and nothing else.
  'trusted-types parley-worker',
].join('; ');

/** The service worker may ask this service, and load nothing. */
const fixedPolicy = "default-src 'none'; connect-src 'self'";

/** Where programs that ask for the start page learn more (RFC 8631). */
const furtherReading = (root: string): string =>
  [
    `<${root}llms.txt>; rel="service-doc"; type="text/plain"`,
    `<${root}docs>; rel="service-doc"; type="text/html"`,
    `<${root}openapi.json>; rel="service-desc"; type="application/json"`,
  ].join(', ');

/** The built app: a page that is the same everywhere, and its files. */
export interface Web {
  /** The page at an address that is `depth` folders below the root of the service. */
  pageAt(depth: number): string;
  /** The same with addresses that begin with this. */
  pageFrom(root: string): string;
  /** The document of a page of the documentation, without title and body. */
  docsAt(depth: number): string;
  assets: ReadonlyMap<string, Published>;
  /** What has a fixed name: the manifest, its icons and the service worker, which can only serve what is below its own address. */
  fixed: ReadonlyMap<string, Published>;
}

interface LoadOptions {
  from?: readonly URL[];
  /** How large a file can be: the app refuses larger ones before it uploads them. */
  fileBytes?: number;
}

/** Fails at the start of a server that was built without the app. */
export function loadWeb({ from, fileBytes = defaultLimits.fileBytes }: LoadOptions = {}): Web {
  const folder = builtFolder(from);
  const documentOf = (name: string) => {
    const text = readFileSync(new URL(name, folder), 'utf8').replace(
      /(?<=name="parley-file-bytes" content=")\d+/,
      String(fileBytes),
    );
    return (root: string) => text.replaceAll('"./', `"${root}`);
  };
  const [pageFrom, docsFrom] = [documentOf('index.html'), documentOf('docs.html')];
  const assets = new URL('assets/', folder);
  const names = readdirSync(assets).filter((name) => extname(name) in types);
  return {
    pageAt: (depth) => pageFrom('../'.repeat(depth)),
    pageFrom,
    docsAt: (depth) => docsFrom('../'.repeat(depth)),
    assets: new Map(names.map((name) => [name, assetIn(assets, name)])),
    fixed: new Map(
      readdirSync(folder)
        .filter((name) => extname(name) in types)
        .map((name) => [name, publish(types[extname(name)]!, readFileSync(new URL(name, folder)))]),
    ),
  };
}

/** The name contains a hash of the content. The build has compressed it, better than a server has the time to. */
function assetIn(folder: URL, name: string): Published {
  const coded = (ending: string) => lazy(() => readFile(new URL(name + ending, folder)));
  return {
    ...publish(types[extname(name)]!, readFileSync(new URL(name, folder)), 'public, max-age=31536000, immutable'),
    coded: { br: coded('.br'), gzip: coded('.gz') },
  };
}

/** The addresses of the app contain keys or what only members know, except for its start. */
function announce(reply: FastifyReply): FastifyReply {
  return reply.headers({ 'content-security-policy': policy, 'referrer-policy': 'no-referrer' });
}

/** Sends the app for an invitation, with the address of its card for those who run no scripts. */
export function sendInvitation(reply: FastifyReply, { pageAt }: Web, card?: string): FastifyReply {
  const hint = card === undefined ? '' : `<p>Agents and programs: <a href="${card}">how to join this space</a></p>`;
  if (card !== undefined) reply.header('link', `<${card}>; rel="alternate"; type="text/markdown"`);
  return announce(reply)
    .header('content-type', html)
    .send(pageAt(2).replace('</noscript>', () => `${hint}</noscript>`));
}

export function serveWeb(app: FastifyInstance, { pageAt, pageFrom, assets, fixed }: Web, publicUrl: () => string): void {
  const [start, room] = [publish(html, pageAt(0)), publish(html, pageAt(1))];
  // Below a path, the address of the service also works without a slash at its end, where relative addresses lead elsewhere.
  const below = lazy(async () => {
    const { host, pathname } = new URL(publicUrl());
    const root = `${pathname}/`;
    return pathname === '/' ? undefined : { host, root, page: publish(html, pageFrom(root)) };
  });
  const send = (request: FastifyRequest, reply: FastifyReply, page: Published) => sendPublished(request, announce(reply), page);
  app.get('/', async (request, reply) => {
    const known = await below();
    const { root, page } = known?.host === request.host ? known : { root: '', page: start };
    return send(request, reply.header('link', furtherReading(root)), page);
  });
  for (const [path, page] of [
    ['/inbox', start],
    ['/room/:spaceId', room],
  ] as const) {
    app.get(path, async (request, reply) => send(request, reply.header('x-robots-tag', 'noindex'), page));
  }
  for (const [name, file] of fixed) {
    app.get(`/${name}`, async (request, reply) =>
      sendPublished(request, reply.header('content-security-policy', fixedPolicy), file),
    );
  }
  app.get<{ Params: { file: string } }>('/assets/:file', async (request, reply) => {
    const asset = assets.get(request.params.file);
    if (!asset) throw new ServiceError('not_found', 'Nothing exists at this URL');
    return sendPublished(request, reply, asset);
  });
}
