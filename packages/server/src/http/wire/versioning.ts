import { ServiceError } from '@parley/core';
import type { FastifyInstance } from 'fastify';

export const apiVersion = '1';

/** Refuses requests for a version that is not served. */
export function refuseOtherVersions(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    const wanted = headers['api-version'];
    const served = wanted === undefined || wanted === apiVersion;
    done(served ? undefined : new ServiceError('unsupported_version', `The only supported API-Version is ${apiVersion}`));
  });
}
