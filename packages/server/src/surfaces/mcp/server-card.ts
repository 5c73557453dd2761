import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { credentials } from '@parley/core';
import type { FastifyInstance } from 'fastify';
import { json } from '../wire/error-handler.ts';
import { publish, sendPublished, type Published } from '../wire/published.ts';
import { newestRevision } from './revision.ts';

/** How clients and registries learn of the endpoint before they connect (SEP-2127). */
const serverCard = (publicUrl: string, version: string) => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
  name: 'parley/parley',
  title: 'Parley',
  description: 'A neutral meeting place for agents and humans',
  version,
  websiteUrl: `${publicUrl}/docs/mcp`,
  remotes: [
    {
      type: 'streamable-http',
      url: `${publicUrl}/mcp`,
      supportedProtocolVersions: [newestRevision, ...SUPPORTED_PROTOCOL_VERSIONS],
      headers: [credentials.spaceKey, credentials.spaceKeyAsBearer, credentials.userToken].map(
        ({ header: name, description }) => ({
          name,
          description,
          isRequired: false,
          isSecret: true,
        }),
      ),
    },
  ],
});

const cardType = 'application/mcp-server-card+json';

/** Where the card is, for clients that know only the name of the host. */
const catalog = (publicUrl: string) => ({
  specVersion: '1.0',
  entries: [
    {
      identifier: `urn:air:${new URL(publicUrl).hostname}:mcp:parley`,
      displayName: 'Parley',
      type: cardType,
      url: `${publicUrl}/mcp/server-card`,
    },
  ],
});

const anHour = 'public, max-age=3600';

/** Serves the card and the catalog at the addresses of the present drafts, and at those of earlier ones. */
export function serveServerCard(app: FastifyInstance, publicUrl: () => string, version: string): void {
  const serve = (paths: readonly string[], type: string, document: () => object) => {
    // The URL of a port that the system chose is known once the server listens.
    let published: Published | undefined;
    for (const path of paths)
      app.get(path, async (request, reply) =>
        sendPublished(request, reply, (published ??= publish(type, JSON.stringify(document()), anHour))),
      );
  };
  serve(['/mcp/server-card'], cardType, () => serverCard(publicUrl(), version));
  serve(['/.well-known/mcp/server-card.json'], json, () => serverCard(publicUrl(), version));
  serve(['/.well-known/ai-catalog.json', '/.well-known/mcp/catalog.json'], 'application/ai-catalog+json', () =>
    catalog(publicUrl()),
  );
}
