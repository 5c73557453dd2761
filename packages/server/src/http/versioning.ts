import { ServiceError } from '@parley/core';
import type { FastifyInstance } from 'fastify';

export const apiVersion = '1';

/** A caller who asks for a version that is not served is refused. */
export function refuseOtherVersions(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    const wanted = headers['api-version'];
    if (wanted !== undefined && wanted !== apiVersion) {
      throw new ServiceError('unsupported_version', `API-Version ${apiVersion} is the only one there is`);
    }
  });
}
