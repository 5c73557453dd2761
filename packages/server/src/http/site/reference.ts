import { fastify, type FastifyInstance } from 'fastify';
import { kept } from '../../async/kept.ts';
import { publish, sendPublished, type Published } from '../wire/published.ts';

const root = '/docs/api';
const script = `${root}/js/scalar.js`;

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

const options = {
  routePrefix: root,
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
};

/** An interactive reference of all operations, drawn from /openapi.json. */
export async function serveReference(scope: FastifyInstance): Promise<void> {
  const documents = kept(loadDocuments);
  scope.addHook('onRequest', async (_request, reply) => void reply.header('content-security-policy', policy));
  scope.get(root, (_request, reply) => reply.redirect(`${root}/`, 301));
  scope.get(`${root}/`, async (request, reply) => sendPublished(request, reply, (await documents()).page));
  scope.get(script, async (request, reply) => sendPublished(request, reply, (await documents()).script));
}

/** The page and its script of 4 MB, which a server that nobody asks for them does not load. */
async function loadDocuments() {
  const { default: apiReference } = await import('@scalar/fastify-api-reference');
  const library = fastify();
  await library.register(apiReference, options as never);
  const documentAt = async (url: string): Promise<Published> => {
    const { headers, rawPayload } = await library.inject(url);
    return publish(String(headers['content-type']), rawPayload);
  };
  return { page: await documentAt(`${root}/`), script: await documentAt(script) };
}
