import type { Config } from '../config.ts';
import type { SignOn } from './better-auth.ts';
import { embedded } from './accounts.ts';
import type { Provider } from './provider.ts';
import { externalIssuer, type Issuer, type UserClaims } from './sessions.ts';

/** The identity providers: always the embedded one, and the configured one. */
export function issuersIn(config: Config, provider: Provider, publicUrl: () => string): Issuer[] {
  const own: Issuer = {
    identityIn: ({ sub, idp }) => ({ issuer: embedded, subject: sub!, ...(idp as Partial<UserClaims> | undefined) }),
    claims: () => ({ issuer: publicUrl(), audience: publicUrl() }),
    keys: async () => provider.key,
    isLive: ({ sid }) => provider.isLive(sid),
  };
  const { PARLEY_OIDC_ISSUER: issuer, PARLEY_OIDC_AUDIENCE: audience, PARLEY_OIDC_JWKS_URL: jwksUrl } = config;
  if (issuer === undefined || audience === undefined) return [own];
  return [own, externalIssuer({ issuer, audience, jwksUrl })];
}

/** How humans sign in at the configured one. */
export function signOnIn(config: Config): SignOn | undefined {
  const { PARLEY_OIDC_ISSUER: issuer, PARLEY_OIDC_CLIENT_ID: clientId, PARLEY_OIDC_CLIENT_SECRET: clientSecret } = config;
  return issuer === undefined || clientId === undefined ? undefined : { issuer, clientId, clientSecret };
}
