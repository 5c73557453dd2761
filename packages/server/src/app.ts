import { randomUUID } from 'node:crypto';
import cors from '@fastify/cors';
import { fastify, LogController, type FastifyInstance } from 'fastify';
import { lazy } from './engine/async/lazy.ts';
import { serveA2a } from './surfaces/a2a/index.ts';
import { serveAccounts } from './surfaces/accounts/index.ts';
import { readJsonBodies } from './surfaces/wire/body.ts';
import { serveCards } from './surfaces/web/cards.ts';
import { announceDeprecations, deprecations } from './surfaces/rest/deprecations.ts';
import { serveDiscovery } from './surfaces/web/discovery.ts';
import { docsOf } from './surfaces/docs/index.ts';
import { answerBrokenRequests, answerErrors, json, nothingHereIn, refuse } from './surfaces/wire/error-handler.ts';
import { readForms } from './surfaces/pages/forms.ts';
import { serveMetricsAt } from './surfaces/metrics/port.ts';
import { measureRequests } from './surfaces/metrics/requests.ts';
import { serveMetrics } from './surfaces/metrics/scrape.ts';
import { serveMcp } from './surfaces/mcp/index.ts';
import { serveLinkPages } from './surfaces/web/link-pages.ts';
import { identify } from './surfaces/wire/request.ts';
import { logRequests } from './surfaces/wire/log.ts';
import { methodsIn, type Route } from './surfaces/wire/methods.ts';
import { serveProbes } from './surfaces/wire/probes.ts';
import { exposedHeaders, precautions } from './surfaces/wire/security-headers.ts';
import { answerUnread } from './surfaces/wire/unread.ts';
import { answerUnserved, routed } from './surfaces/wire/unserved.ts';
import { rateLimiter } from './surfaces/limits/rate-limit.ts';
import { boundAnswers } from './surfaces/limits/answers.ts';
import { boundConnections, checkMs, headersMs } from './surfaces/limits/connections.ts';
import { stillMs } from './surfaces/limits/patience.ts';
import { publish, sendPublished } from './surfaces/wire/published.ts';
import { loadWeb, serveWeb } from './surfaces/web/web.ts';
import { serveRest } from './surfaces/rest/rest.ts';
import { endConnectionsOnClose } from './surfaces/wire/shutdown.ts';
import { serveTrpc } from './surfaces/trpc/trpc.ts';
import type { Parley } from './parley.ts';
import { version } from './version.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether CORS answers preflights of the route. */
    cors?: false | undefined;
  }
}

const corsMethods = 'GET, HEAD, POST, PUT, PATCH, DELETE';
/** Serves Parley over HTTP: first what applies to every response, then the surfaces. */
export async function createApp(parley: Parley): Promise<FastifyInstance> {
  const { config, publicUrl, contract, router, source, admission, prometheus } = parley;
  const { countRate, limitRate } = rateLimiter(admission);
  const takePrecautions = precautions(config.PARLEY_PUBLIC_URL);
  const app = fastify({
    loggerInstance: parley.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // Few requests log anything; a child logger would slow down all of them.
    childLoggerFactory: (logger) => logger,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    requestTimeout: 120_000,
    connectionTimeout: stillMs,
    http: { requireHostHeader: false, headersTimeout: headersMs, connectionsCheckingInterval: checkMs },
    bodyLimit: config.limits.bodyBytes,
    trustProxy: config.PARLEY_TRUST_PROXY ?? false,
    routerOptions: { maxParamLength: 65_536 },
    rewriteUrl: routed,
    // No hook runs for a path that cannot be decoded.
    frameworkErrors: (error, request, reply) => {
      identify(request);
      takePrecautions(request, reply);
      limitRate(request, reply, (refusal) => void refuse(refusal ?? error, request, reply, publicUrl()));
    },
    clientErrorHandler: answerBrokenRequests(async (request, reply) => countRate(request, reply)),
    // Streams never end by themselves; they are closed before the server waits for its connections.
    forceCloseConnections: 'idle',
    // Clients that are still connected get an answer with `Connection: close`.
    return503OnClosing: false,
  }) as unknown as FastifyInstance;

  const routes: Route[] = [];
  const allowedAt = methodsIn(routes);
  app.addHook('onRoute', (route) => {
    routes.push(route);
    // The library is needed for preflights only: it would copy its options for each request.
    route.config = { ...route.config, cors: [route.method].flat().includes('OPTIONS') ? undefined : false };
  });
  if (prometheus) measureRequests(app, prometheus.meter);
  if (prometheus && config.PARLEY_METRICS_TOKEN) serveMetrics(app, prometheus, config.PARLEY_METRICS_TOKEN);
  if (prometheus && config.PARLEY_METRICS_PORT)
    serveMetricsAt(app, prometheus, { host: config.HOST, port: config.PARLEY_METRICS_PORT });
  readJsonBodies(app);
  app.decorateRequest('address', '');
  app.decorateRequest('credential', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    identify(request);
    takePrecautions(request, reply);
    // CORS answers OPTIONS, but does not know the methods of a path.
    const allow = request.method === 'OPTIONS' ? allowedAt(request.url) : undefined;
    if (allow !== undefined) reply.header('allow', allow);
    done();
  });
  await app.register(cors, { origin: '*', methods: corsMethods, exposedHeaders, maxAge: 86_400, strictPreflight: false });
  app.addHook('onRequest', limitRate);
  boundConnections(app, {
    most: config.PARLEY_MAX_CONNECTIONS,
    open: admission.connections,
    addresses: admission.isOn && config.PARLEY_TRUST_PROXY === undefined ? admission.addresses : undefined,
    refused: admission.refused,
  });
  boundAnswers(app, admission);
  announceDeprecations(app, contract, deprecations);
  answerUnread(app);
  const nothingHere = nothingHereIn(contract, publicUrl);
  answerUnserved(app, { allowedAt, nothingHere });
  const web = loadWeb({ fileBytes: config.limits.fileBytes });
  const docs = docsOf(parley, web);
  answerErrors(app, nothingHere, publicUrl, docs.missingPage);
  if (parley.log.isLevelEnabled('debug')) logRequests(app);
  endConnectionsOnClose(app, () => source.feed.close());

  serveProbes(app, parley.readiness);
  serveRest(app, { contract, limits: config.limits, calls: parley, admission, source, pages: { askByQuery: docs.answersPage } });
  await serveTrpc(app, parley);
  serveA2a(app, parley);
  await serveMcp(app, parley);

  const document = lazy(async () => {
    const { openApiDocument } = await import('./surfaces/openapi/document.ts');
    const deployment = { publicUrl: publicUrl(), limits: config.limits, version };
    return publish(json, JSON.stringify(openApiDocument(contract, router, deployment)));
  });
  app.get('/openapi.json', async (request, reply) => sendPublished(request, reply, await document()));
  serveDiscovery(app, publicUrl, {
    external: config.PARLEY_OIDC_AUDIENCE && config.PARLEY_OIDC_ISSUER,
    contact: config.PARLEY_SECURITY_CONTACT,
  });
  docs.serve(app, document);
  serveCards(app, parley, web);
  serveWeb(app, web, publicUrl);
  await app.register(async (scope) => {
    readForms(scope);
    serveAccounts(scope, parley);
    serveLinkPages(scope, parley);
  });
  return app;
}
