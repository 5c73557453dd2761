import { ServiceError } from '@parley/core';
import type { FastifyInstance } from 'fastify';

export const apiVersion = '1';

/** The version served goes with every response; a caller who asks for another is refused. */
export function versionApi(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('api-version', apiVersion);
    const wanted = request.headers['api-version'];
    if (wanted !== undefined && wanted !== apiVersion) {
      throw new ServiceError('unsupported_version', `API-Version ${apiVersion} is the only one there is`);
    }
  });
}
