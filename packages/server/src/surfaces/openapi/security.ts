import { accessOf, credentials, keyParameterOf, type CredentialKind, type Operation } from '@parley/core';

const kinds = Object.keys(credentials) as CredentialKind[];

function schemeOf(kind: CredentialKind) {
  const { header, scheme, description } = credentials[kind];
  if (scheme === 'bearer')
    return { type: 'http', scheme, ...(kind === 'session' && { bearerFormat: 'JWT' }), description } as const;
  return { type: 'apiKey', in: 'header', name: header, description } as const;
}

/** The scheme for a key in a query parameter instead of a header. */
const inQuery = (parameter: string): string => `${parameter}InQuery`;

/** The credentials of the contract as OpenAPI schemes, including keys in query parameters. */
export const securitySchemes = (operations: readonly Operation[]) => ({
  ...Object.fromEntries(kinds.map((kind) => [kind, schemeOf(kind)])),
  ...Object.fromEntries(
    operations.flatMap((operation) => {
      const name = keyParameterOf(operation);
      return name === undefined ? [] : [[inQuery(name), queryScheme(name)]];
    }),
  ),
});

const queryScheme = (name: string) =>
  ({ type: 'apiKey', in: 'query', name, description: 'A space key, for clients that cannot set headers' }) as const;

type Requirement = Record<string, string[]>;

/** Alternative requirements, any one of which is sufficient; an empty one requires nothing. */
export function securityOf(operation: Operation): Requirement[] {
  const ways: Requirement[] = accessOf[operation.auth].takes.map((kind) => ({ [kind]: [] }));
  const keyParameter = keyParameterOf(operation);
  if (keyParameter !== undefined) ways.push({ [inQuery(keyParameter)]: [] });
  if (!operation.linksUser) return ways;
  const without = ways.length > 0 ? ways : [{}];
  return [...without, ...without.map((way) => ({ ...way, userToken: [] }))];
}
