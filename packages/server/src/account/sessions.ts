import { ServiceError, type Instant } from '@parley/core';
import { createRemoteJWKSet, decodeJwt, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { lookingAgain } from './published-keys.ts';
import { policyRefusal, policyRefusals, type SignOnPolicy } from './sign-on-policy.ts';
import { lazy } from '../engine/async/lazy.ts';

/** The user of a session, as the identity provider describes them: (issuer, subject) identifies the user. */
export interface UserClaims {
  issuer: string;
  subject: string;
  name: string;
  email: string;
  /** When the issuer vouched for them, if it says so. */
  issuedAt?: Instant | undefined;
}

/** An identity provider that vouches for humans. */
export interface Issuer {
  /** The `iss` and `aud` that its JWTs must have. */
  claims(): { issuer: string; audience: string };
  /** The identity in one of its JWTs, which identifies the user. */
  identityIn(payload: JWTPayload): Pick<UserClaims, 'issuer' | 'subject'>;
  keys(): Promise<JWTVerifyGetKey>;
  /** Whether the user of a JWT is still signed in, as far as this service can know. */
  isLive(payload: JWTPayload): Promise<boolean>;
  /** Why its user may not use this service, in words. */
  refusal?(payload: JWTPayload): Promise<string | undefined>;
}

/** Whether somebody was here before. */
export type IsKnown = (identity: Pick<UserClaims, 'issuer' | 'subject'>) => Promise<boolean>;

/** An issuer signs tokens for other purposes with the same keys, such as identity assertions and logout tokens (RFC 8725 §3.11). */
const sessionTypes = ['jwt', 'at+jwt'];

/** Whether the `typ` of a JWT is absent or one of these. Media types ignore case and can omit `application/` (RFC 7515 §4.1.9). */
export const isOfType = (typ: unknown, types: readonly string[]): boolean =>
  typ === undefined || (typeof typ === 'string' && types.includes(typ.toLowerCase().replace(/^application\//, '')));

/** Only asymmetric algorithms: otherwise anyone who reads the published keys could sign. */
const algorithms = ['EdDSA', 'ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512'];
const clockTolerance = 5;
const timeoutMs = 5_000;
/** An issuer can be unreachable for a while or rotate its keys. Neither may require a restart, or a fetch for each request. */
const retryMs = 2_000;
const newKeysMs = 30_000;

/** Dashboard sessions: JWTs of an identity provider, verified with its published keys. */
export class Sessions {
  readonly #issuers: readonly Issuer[];

  constructor(issuers: readonly Issuer[]) {
    this.#issuers = issuers;
  }

  /** Throws 401 for anything except a valid session, also if the issuer is unreachable. */
  async userClaimsIn(jwt: string): Promise<UserClaims> {
    const { issuer, payload } = await this.#verified(jwt);
    if (!(await issuer.isLive(payload))) throw new ServiceError('session_required', 'This dashboard session has ended');
    const refusal = await issuer.refusal?.(payload);
    if (refusal !== undefined) throw new ServiceError('session_required', refusal);
    return userClaimsOf(issuer.identityIn(payload), payload);
  }

  async #verified(jwt: string): Promise<{ issuer: Issuer; payload: JWTPayload }> {
    try {
      const { iss } = decodeJwt(jwt);
      const issuer = this.#issuers.find((each) => each.claims().issuer === iss)!;
      const required = { ...issuer.claims(), algorithms, clockTolerance, requiredClaims: ['sub', 'exp'] };
      const { payload, protectedHeader } = await jwtVerify(jwt, await issuer.keys(), required);
      if (!isOfType(protectedHeader.typ, sessionTypes)) throw new Error('The JWT is for another purpose');
      return { issuer, payload };
    } catch {
      throw new ServiceError('session_required', 'This dashboard session is not valid');
    }
  }
}

interface External {
  issuer: string;
  audience: string;
  /** The URL of its keys; discovered if absent. */
  jwksUrl?: string | undefined;
  policy: SignOnPolicy;
  isKnown: IsKnown;
}

export function externalIssuer({ issuer, audience, jwksUrl, policy, isKnown }: External): Issuer {
  let failedAt = -Infinity;
  const open = lazy(async () => {
    const url = jwksUrl ?? (await discover(issuer)).jwks_uri;
    const remote = createRemoteJWKSet(new URL(url), { timeoutDuration: timeoutMs, cooldownDuration: Infinity });
    return lookingAgain(remote, remote.reload, newKeysMs);
  });
  return {
    identityIn: ({ sub }) => ({ issuer, subject: sub! }),
    // Only the issuer knows who signed out, so its JWTs are valid until they expire.
    isLive: async () => true,
    async refusal(payload) {
      const { sub, email, email_verified: isVerified } = payload;
      const refused = await policyRefusal(policy, {
        email: text(email),
        isVerified: isVerified === true,
        claims: payload,
        isKnown: () => isKnown({ issuer, subject: sub! }),
      });
      return refused && policyRefusals[refused];
    },
    claims: () => ({ issuer, audience }),
    async keys() {
      if (performance.now() - failedAt < retryMs) throw new Error('The issuer was unreachable a moment ago');
      try {
        return await open();
      } catch (error) {
        failedAt = performance.now();
        throw error;
      }
    },
  };
}

export const discoveryUrl = (issuer: string): string => `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`;

interface Discovered {
  issuer: string;
  jwks_uri: string;
  userinfo_endpoint?: string;
}

/** Reads the discovery document of an issuer. Throws if it is unreachable. */
export async function discover(issuer: string): Promise<Discovered> {
  const response = await fetch(discoveryUrl(issuer), { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
  if (!response.ok) throw new Error(`The issuer answered ${response.status}`);
  const metadata = (await response.json()) as Discovered;
  if (metadata.issuer !== issuer) throw new Error('The discovery document names another issuer');
  return metadata;
}

const longest = 200;
const text = (value: unknown): string => (typeof value === 'string' ? value.replaceAll('\0', '').slice(0, longest) : '');

/** Name and e-mail address, normalized for storage. */
function userClaimsOf(identity: Pick<UserClaims, 'issuer' | 'subject'>, claims: Record<string, unknown>): UserClaims {
  const email = text(claims['email']);
  const name = text(claims['name']) || text(claims['preferred_username']) || email || text(identity.subject);
  return { ...identity, name, email, issuedAt: typeof claims['iat'] === 'number' ? claims['iat'] * 1000 : undefined };
}
