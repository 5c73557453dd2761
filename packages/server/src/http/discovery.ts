import type { FastifyInstance } from 'fastify';
import { apiVersion } from './versioning.ts';

const deprecationWindowDays = 90;

/** Documents that say what this server is: protected-resource metadata (RFC 9728), where every 401 points to, and its versions. */
export function serveDiscovery(app: FastifyInstance, publicUrl: () => string, issuer: string | undefined): void {
  app.get('/.well-known/oauth-protected-resource', async () => ({
    resource: publicUrl(),
    resource_name: 'Parley',
    ...(issuer !== undefined && { authorization_servers: [issuer] }),
    bearer_methods_supported: ['header'],
    resource_documentation: `${publicUrl()}/docs/api`,
  }));
  app.get('/.well-known/deprecation-policy', async () => ({
    apiVersion,
    supportedVersions: [apiVersion],
    versionHeader: 'API-Version',
    deprecationWindowDays,
    headers: ['Deprecation', 'Sunset', 'Link'],
    deprecations: [],
  }));
}
