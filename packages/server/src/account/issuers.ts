import type { Config } from '../config.ts';
import type { SignOn } from './better-auth.ts';
import { embedded } from './accounts.ts';
import type { Provider } from './provider.ts';
import { externalIssuer, type IsKnown, type Issuer, type UserClaims } from './sessions.ts';
import type { SignOnPolicy } from './sign-on-policy.ts';

/** The identity providers: always the embedded one, and the configured one. */
export function issuersIn(config: Config, provider: Provider, publicUrl: () => string, isKnown: IsKnown): Issuer[] {
  const own: Issuer = {
    identityIn: ({ sub, idp }) => ({ issuer: embedded, subject: sub!, ...(idp as Partial<UserClaims> | undefined) }),
    claims: () => ({ issuer: publicUrl(), audience: publicUrl() }),
    keys: async () => provider.key,
    isLive: ({ sid }) => provider.isLive(sid),
  };
  const { PARLEY_OIDC_ISSUER: issuer, PARLEY_OIDC_AUDIENCE: audience, PARLEY_OIDC_JWKS_URL: jwksUrl } = config;
  if (issuer === undefined || audience === undefined) return [own];
  return [own, externalIssuer({ issuer, audience, jwksUrl, policy: policyIn(config), isKnown })];
}

/** Who may come from the configured one. */
const policyIn = (config: Config): SignOnPolicy => ({
  domains: config.PARLEY_OIDC_ALLOWED_DOMAINS,
  claim: config.PARLEY_OIDC_REQUIRED_CLAIM,
  signUp: config.PARLEY_OIDC_SIGN_UP,
});

/** How humans sign in at the configured one. */
export function signOnIn(config: Config): SignOn | undefined {
  const { PARLEY_OIDC_ISSUER: issuer, PARLEY_OIDC_CLIENT_ID: clientId, PARLEY_OIDC_CLIENT_SECRET: clientSecret } = config;
  return issuer === undefined || clientId === undefined
    ? undefined
    : { issuer, clientId, clientSecret, policy: policyIn(config) };
}
