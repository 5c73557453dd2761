import { accessOf, credentials, type Operation } from '@parley/core';

const { spaceKey, session, userToken } = credentials;

/** The credentials of the contract as OpenAPI knows them. */
export const securitySchemes = {
  spaceKey: { type: 'apiKey', in: 'header', name: spaceKey.header, description: spaceKey.description },
  spaceKeyInQuery: { type: 'apiKey', in: 'query', name: 'key', description: 'A space key, for clients that cannot set headers' },
  session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: session.description },
  userToken: { type: 'apiKey', in: 'header', name: userToken.header, description: userToken.description },
} as const;

type Requirement = Partial<Record<keyof typeof securitySchemes, string[]>>;

/** Ways to be let in, any one of which will do; an empty one asks for nothing. */
export function securityOf({ auth, acceptsUserToken, keyParameter }: Operation): Requirement[] {
  const ways: Requirement[] = accessOf[auth].takes.map((kind) => ({ [kind]: [] }));
  if (keyParameter !== undefined) ways.push({ spaceKeyInQuery: [] });
  if (!acceptsUserToken) return ways;
  const without = ways.length > 0 ? ways : [{}];
  return [...without, ...without.map((way) => ({ ...way, userToken: [] }))];
}
