import type { Contract, OperationName } from '@parley/core';
import type { FastifyInstance } from 'fastify';

/** An operation that will be removed, at least 90 days after its deprecation (specification, Versioning). */
export interface Deprecation {
  operation: OperationName;
  since: Date;
  until: Date;
  /** Documentation about the deprecation. */
  link: string;
}

export const deprecationWindowDays = 90;

/** All deprecated operations; the headers and the published policy come from this table. */
export const deprecations: readonly Deprecation[] = [];

/** Adds the instants of deprecation (RFC 9745) and removal (RFC 8594) to every response of a deprecated operation. */
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
