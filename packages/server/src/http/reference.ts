import apiReference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { publish, represent, type Published } from './published.ts';

/** The page contains its scripts and styles, and connects only to this service. */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** An interactive reference of all operations, drawn from /openapi.json. */
export async function serveReference(scope: FastifyInstance): Promise<void> {
  scope.addHook('onRequest', async (_request, reply) => void reply.header('content-security-policy', policy));
  const published = new Map<string, Published>();
  // The page and its script are text that never changes.
  scope.addHook('onSend', async (request, reply, text) => {
    if (typeof text !== 'string' || reply.statusCode !== 200) return text;
    const document = published.get(request.routeOptions.url!) ?? publish(String(reply.getHeader('content-type')), text);
    published.set(request.routeOptions.url!, document);
    return represent(request, reply, document);
  });
  await scope.register(apiReference, {
    routePrefix: '/docs/api',
    configuration: {
      url: '/openapi.json',
      pageTitle: 'Interface · Parley',
      withDefaultFonts: false,
      telemetry: false,
      showDeveloperTools: 'never',
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  } as never);
}
