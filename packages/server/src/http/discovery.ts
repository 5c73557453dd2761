import type { FastifyInstance } from 'fastify';

/** Protected-resource metadata (RFC 9728), where every 401 points to. */
export function serveDiscovery(app: FastifyInstance, publicUrl: () => string): void {
  app.get('/.well-known/oauth-protected-resource', async () => ({
    resource: publicUrl(),
    resource_name: 'Parley',
    bearer_methods_supported: ['header'],
    resource_documentation: `${publicUrl()}/docs/api`,
  }));
}
