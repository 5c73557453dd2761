import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Readiness } from '../../host/health/readiness.ts';
import { json } from './error-handler.ts';

/** Alive is whatever can answer. */
const alive = JSON.stringify({ status: 'ok' });

const config = { isProbe: true };

/** Serves the probes besides the operation `health`: whether the process is alive, and whether it should get requests. */
export function serveProbes(app: FastifyInstance, readiness: Pick<Readiness, 'report'>): void {
  app.get('/livez', { config }, async (_, reply) => send(reply, alive));
  for (const path of ['/api/ready', '/readyz']) {
    app.get(path, { config }, async (_, reply) => {
      const report = await readiness.report();
      if (report.status !== 'ready') reply.code(503);
      return send(reply, JSON.stringify(report));
    });
  }
}

const send = (reply: FastifyReply, body: string): FastifyReply => reply.header('content-type', json).send(body);
