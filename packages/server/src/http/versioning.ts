import { ServiceError } from '@parley/core';
import type { FastifyInstance } from 'fastify';

export const apiVersion = '1';

/** A caller who asks for a version that is not served is refused. */
export function refuseOtherVersions(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    const wanted = headers['api-version'];
    const served = wanted === undefined || wanted === apiVersion;
    done(served ? undefined : new ServiceError('unsupported_version', `API-Version ${apiVersion} is the only one there is`));
  });
}
