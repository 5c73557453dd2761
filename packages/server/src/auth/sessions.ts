import { ServiceError } from '@parley/core';
import { createRemoteJWKSet, decodeJwt, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { lookingAgain } from './published-keys.ts';
import { kept } from '../kept.ts';

/** Whom a session of an identity provider belongs to: (issuer, subject) is the user. */
export interface UserClaims {
  issuer: string;
  subject: string;
  name: string;
  email: string;
}

/** Somebody who vouches for humans. */
export interface Issuer {
  /** What its JWTs call it, and whom they are for. */
  claims(): { issuer: string; audience: string };
  /** Whom a JWT of it speaks of: what users are kept under. */
  identityIn(payload: JWTPayload): Pick<UserClaims, 'issuer' | 'subject'>;
  keys(): Promise<JWTVerifyGetKey>;
  /** Whether whom a JWT speaks of is still signed in, as far as it can be known here. */
  isLive(payload: JWTPayload): Promise<boolean>;
}

/** Signatures by a private key only: with a shared secret, or none at all, anybody could sign who reads our keys. */
const algorithms = ['EdDSA', 'ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512'];
const clockTolerance = 5;
const timeoutMs = 5_000;
/** An issuer may be away for a while, and its keys rotate: neither needs a restart, nor a request per request. */
const retryMs = 2_000;
const newKeysMs = 30_000;

/** Dashboard sessions: JWTs of an identity provider, checked by its published keys. */
export class Sessions {
  readonly #issuers: readonly Issuer[];

  constructor(issuers: readonly Issuer[]) {
    this.#issuers = issuers;
  }

  /** Throws 401 for whatever is no valid session, that of an unreachable issuer included. */
  async userClaimsIn(jwt: string): Promise<UserClaims> {
    const { issuer, payload } = await this.#verified(jwt);
    if (!(await issuer.isLive(payload))) throw new ServiceError('session_required', 'This dashboard session has ended');
    return userClaimsOf(issuer.identityIn(payload), payload);
  }

  async #verified(jwt: string): Promise<{ issuer: Issuer; payload: JWTPayload }> {
    try {
      const { iss } = decodeJwt(jwt);
      const issuer = this.#issuers.find((each) => each.claims().issuer === iss)!;
      const required = { ...issuer.claims(), algorithms, clockTolerance, requiredClaims: ['sub', 'exp'] };
      const { payload } = await jwtVerify(jwt, await issuer.keys(), required);
      return { issuer, payload };
    } catch {
      throw new ServiceError('session_required', 'This is no valid dashboard session');
    }
  }
}

interface External {
  issuer: string;
  audience: string;
  /** Where its keys are; found by discovery when not given. */
  jwksUrl?: string | undefined;
}

export function externalIssuer({ issuer, audience, jwksUrl }: External): Issuer {
  let failedAt = -Infinity;
  const open = kept(async () => {
    const url = jwksUrl ?? (await discover(issuer)).jwks_uri;
    const remote = createRemoteJWKSet(new URL(url), { timeoutDuration: timeoutMs, cooldownDuration: Infinity });
    return lookingAgain(remote, remote.reload, newKeysMs);
  });
  return {
    identityIn: ({ sub }) => ({ issuer, subject: sub! }),
    // Only the issuer knows who signed out: its JWTs are sessions until they expire.
    isLive: async () => true,
    claims: () => ({ issuer, audience }),
    async keys() {
      if (Date.now() - failedAt < retryMs) throw new Error('The issuer could not be reached a moment ago');
      try {
        return await open();
      } catch (error) {
        failedAt = Date.now();
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

/** What an issuer says of itself. Throws when it cannot be reached. */
export async function discover(issuer: string): Promise<Discovered> {
  const response = await fetch(discoveryUrl(issuer), { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
  if (!response.ok) throw new Error(`The issuer answered ${response.status}`);
  const metadata = (await response.json()) as Discovered;
  if (metadata.issuer !== issuer) throw new Error('The issuer calls itself by another name');
  return metadata;
}

const longest = 200;
const text = (value: unknown): string => (typeof value === 'string' ? value.replaceAll('\0', '').slice(0, longest) : '');

/** A name and an address as they are kept, wherever they come from. */
function userClaimsOf(identity: Pick<UserClaims, 'issuer' | 'subject'>, claims: Record<string, unknown>): UserClaims {
  const email = text(claims['email']);
  const name = text(claims['name']) || text(claims['preferred_username']) || email || text(identity.subject);
  return { ...identity, name, email };
}
