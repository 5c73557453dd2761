import type { Contract, OperationName } from '@parley/core';
import type { FastifyInstance } from 'fastify';

/** An operation that will go away. Between the two instants lie at least 90 days (specification, Versioning). */
export interface Deprecation {
  operation: OperationName;
  since: Date;
  until: Date;
  /** What to read about it. */
  link: string;
}

export const deprecationWindowDays = 90;

/** The one table of what is going away; it drives the headers and the published policy. */
export const deprecations: readonly Deprecation[] = [];

/** Says on every response of a deprecated operation since when it is (RFC 9745), and when it ends (RFC 8594). */
export function announceDeprecations(app: FastifyInstance, contract: Contract, table: readonly Deprecation[]): void {
  if (table.length === 0) return;
  const announced = new Map(
    table.map(({ operation, since, until, link }) => {
      const { method, path } = contract[operation];
      const headers = {
        deprecation: `@${Math.floor(since.getTime() / 1000)}`,
        sunset: until.toUTCString(),
        link: `<${link}>; rel="deprecation"`,
      };
      return [`${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`, headers];
    }),
  );
  app.addHook('onRequest', async ({ method, routeOptions: { url } }, reply) => {
    const headers = announced.get(`${method} ${url}`);
    if (headers) reply.headers(headers);
  });
}
