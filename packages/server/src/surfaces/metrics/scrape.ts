import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { isProof } from '../../engine/keys/proof.ts';
import type { Prometheus } from '../../host/metrics/prometheus.ts';
import { exempt } from './requests.ts';

/** Whether a URL is that of the metrics. */
export const isMetrics = (url = ''): boolean => /^\/metrics(?:\?|$)/.test(url);

/**
 * Answers `GET /metrics` to who knows the token, before anything is counted. There is no route: everyone else gets what a URL gets at
 * which nothing exists.
 */
export function serveMetrics(app: FastifyInstance, prometheus: Prometheus, token: string): void {
  app.addHook('onRequest', ({ method, raw, headers }, reply, done) => {
    const [, given] = /^Bearer +(.+)$/i.exec(headers.authorization ?? '') ?? [];
    if (method !== 'GET' || !isMetrics(raw.url) || given === undefined || !isProof(given, token)) return done();
    reply.hijack();
    exempt(reply.raw);
    void sendMetrics(reply.raw, prometheus);
  });
}

export async function sendMetrics(response: ServerResponse, { text, contentType }: Prometheus): Promise<void> {
  try {
    const body = await text();
    response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(body);
  } catch {
    response.writeHead(500).end();
  }
}
