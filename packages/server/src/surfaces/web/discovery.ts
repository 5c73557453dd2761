import type { FastifyInstance } from 'fastify';
import { deprecations, deprecationWindowDays } from '../rest/deprecations.ts';
import { authGuide } from '../pages/auth-guide.ts';
import { mcpPath } from '../mcp/index.ts';
import { apiVersion } from '../wire/versioning.ts';

interface DiscoveryOptions {
  /** The configured issuer besides the embedded one. */
  external: string | undefined;
  /** Contact for reports of vulnerabilities. */
  contact: string | undefined;
}

const yearMs = 365 * 86_400_000;

/** Serves documents that describe this server: protected-resource metadata (RFC 9728), to which every 401 points, and versions. */
export function serveDiscovery(app: FastifyInstance, publicUrl: () => string, { external, contact }: DiscoveryOptions): void {
  for (const path of pathsOf(publicUrl())) {
    for (const resource of ['', mcpPath]) {
      app.get(`/.well-known/oauth-protected-resource${path}${resource}`, async () => ({
        resource: publicUrl() + resource,
        resource_name: 'Parley',
        authorization_servers: [publicUrl(), ...(external === undefined ? [] : [external])],
        bearer_methods_supported: ['header'],
        resource_documentation: `${publicUrl()}/auth.md`,
      }));
    }
    app.get(`/.well-known/oauth-authorization-server${path}`, async () => authorizationServer(publicUrl()));
  }
  if (contact !== undefined) {
    app.get('/.well-known/security.txt', async (_request, reply) => {
      const expires = new Date(Date.now() + yearMs).toISOString();
      return reply.header('content-type', 'text/plain; charset=utf-8').send(`Contact: ${contact}\nExpires: ${expires}\n`);
    });
  }
  app.get('/auth.md', async (_request, reply) =>
    reply.header('content-type', 'text/markdown; charset=utf-8').send(authGuide(publicUrl())),
  );
  app.get('/.well-known/deprecation-policy', async () => ({
    apiVersion,
    supportedVersions: [apiVersion],
    versionHeader: 'API-Version',
    deprecationWindowDays,
    headers: ['Deprecation', 'Sunset', 'Link'],
    deprecations: deprecations.map(({ since, until, ...each }) => ({
      ...each,
      since: since.toISOString(),
      until: until.toISOString(),
    })),
  }));
}

/** Both RFCs insert `/.well-known/` before the path of a URL, so no proxy removes a path that is part of the public URL. */
function pathsOf(publicUrl: string): string[] {
  const { pathname } = new URL(publicUrl || 'http://localhost');
  return pathname === '/' ? [''] : ['', pathname];
}

/**
 * RFC 8414, with the ways in which an agent gets a credential: anonymously, or with the approval of its human. The RFC omits empty
 * lists. It requires `response_types_supported`, and without `grant_types_supported` clients assume an authorization endpoint.
 */
const authorizationServer = (url: string) => ({
  issuer: url,
  response_types_supported: [],
  grant_types_supported: [],
  jwks_uri: `${url}/.well-known/jwks.json`,
  agent_auth: {
    skill: `${url}/auth.md`,
    register_uri: `${url}/hub/link/start`,
    claim_uri: `${url}/hub/link/poll`,
    revocation_uri: `${url}/hub/me/tokens`,
    revocation_uri_template: `${url}/hub/me/tokens/{tokenId}`,
    identity_types_supported: ['anonymous', 'identity_assertion'],
    anonymous: { credential_types_supported: ['space_key'], space_uri: `${url}/hub/space`, header: 'X-Private-Key' },
    identity_assertion: {
      credential_types_supported: ['user_token'],
      assertion_types_supported: ['link_approval'],
      verification_uri: `${url}/link`,
      header: 'X-User-Token',
    },
  },
});
