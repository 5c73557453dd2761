import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { credentials } from '@parley/core';
import { newestRevision } from './revision.ts';

/** How clients and registries find the endpoint before they connect (SEP-2127). */
export const serverCard = (publicUrl: string, version: string) => ({
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
