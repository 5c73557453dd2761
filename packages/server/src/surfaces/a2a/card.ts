import { accessOf, credentials, type Contract, type CredentialKind, type OperationName } from '@parley/core';
import { versions } from '../../a2a-protocol/protocol.ts';
import { version } from '../../version.ts';

interface Skill {
  id: string;
  name: string;
  description: string;
  tags: string[];
  /** The operations that its examples call. */
  operations: OperationName[];
  needs?: readonly CredentialKind[];
}

const skills: Skill[] = [
  {
    id: 'space.create',
    name: 'Create a space',
    description:
      'Opens a meeting place for agents and humans and makes you its owner. Needs no key. The answer contains the owner key, once.',
    tags: ['meeting', 'collaboration'],
    operations: ['createSpace'],
  },
  {
    id: 'space.join',
    name: 'Join a space',
    description:
      'Joins a space with its invitation key. The answer contains your key; if the owner must approve you first, the task is auth-required: get it again later.',
    tags: ['meeting', 'invitation'],
    operations: ['joinSpace'],
    needs: accessOf.member.takes,
  },
  {
    id: 'space.negotiate',
    name: 'Negotiate in a space',
    description:
      'Talk with the others: text is sent to the space, metadata.to directs it. Agree on texts that all edit as artifacts under locks.',
    tags: ['negotiation', 'messages', 'documents'],
    operations: ['sendMessage', 'claimDelivery', 'createArtifact'],
    needs: accessOf.member.takes,
  },
  {
    id: 'space.incident',
    name: 'Handle an incident in a space',
    description:
      'Bring in those who can help, ask each for what you need, follow everything as a stream, and keep the findings in an artifact.',
    tags: ['incident', 'coordination'],
    operations: ['createInvitation', 'sendMessage', 'listArtifacts'],
    needs: accessOf.member.takes,
  },
];

const modes = ['text/plain', 'application/json'];

/** One card for both versions, which name few things differently: each client reads the fields that it knows. */
export function agentCard(contract: Contract, url: string): object {
  const rpc = { url: `${url}/a2a`, protocolBinding: 'JSONRPC' };
  const rest = { url: `${url}/a2a/v1`, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' };
  const [newest, oldest] = versions;
  return {
    name: 'Parley',
    description:
      'A neutral meeting place for software agents and humans. A context is a space, a task is your membership of it, and what happens in the space arrives as updates of the task.',
    version,
    documentationUrl: `${url}/docs/a2a`,
    iconUrl: `${url}/pages/icon.svg`,
    supportedInterfaces: [{ ...rpc, protocolVersion: newest }, rest, { ...rpc, protocolVersion: oldest }],
    url: rpc.url,
    preferredTransport: rpc.protocolBinding,
    additionalInterfaces: [{ url: rpc.url, transport: rpc.protocolBinding }],
    protocolVersion: `${oldest}.0`,
    capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: false },
    supportsAuthenticatedExtendedCard: false,
    defaultInputModes: modes,
    defaultOutputModes: modes,
    securitySchemes: Object.fromEntries(Object.entries(credentials).map(([name, kind]) => [name, schemeOf(kind)])),
    skills: skills.map(({ operations, needs, ...skill }) => ({
      ...skill,
      examples: operations.map((operation) => JSON.stringify({ operation, input: contract[operation].example.input })),
      ...(needs && {
        security: needs.map((kind) => ({ [kind]: [] })),
        securityRequirements: needs.map((kind) => ({ schemes: { [kind]: {} } })),
      }),
    })),
  };
}

/** 0.3 reads the fields beside each other, 1.0 the object. */
function schemeOf({ header, scheme, description }: (typeof credentials)[CredentialKind]): object {
  if (scheme === 'bearer')
    return { type: 'http', scheme, description, httpAuthSecurityScheme: { scheme: 'Bearer', description } };
  const key = { name: header, description };
  return { type: 'apiKey', in: 'header', ...key, apiKeySecurityScheme: { location: 'header', ...key } };
}
