import { randomBytes, randomUUID } from 'node:crypto';
import { accessOf, ServiceError, type Auth, type Instant, type Operation } from '@parley/core';
import type { userTokenStore } from './user-tokens.ts';
import type { userStore } from './users.ts';
import { stranger, type User, type UserLink, type Visitor } from '../engine/visitor.ts';
import { credentialOf, type Credential } from '../engine/keys/keys.ts';
import { findUnlessMissed, Misses } from '../engine/keys/misses.ts';
import type { UserClaims, Sessions } from './sessions.ts';

const tokenFormat = /^usr_[\w-]{43}$/;
const prefixCharacters = 12;

/** The credentials that identify a user. None of them opens a space. */
export interface ShownCredentials {
  /** The header `Authorization`. */
  authorization?: string | undefined;
  /** The header `X-User-Token`. */
  userToken?: string | undefined;
}

export interface IdentityOptions {
  sessions: Sessions;
  users: ReturnType<typeof userStore>;
  tokens: ReturnType<typeof userTokenStore>;
  now(): Instant;
}

/** A new user token: its secret is shown once and stored only as its SHA-256. */
export function mintToken(): { token: string; prefix: string; hash: string } {
  const token = `usr_${randomBytes(32).toString('base64url')}`;
  return { token, prefix: token.slice(0, prefixCharacters), hash: credentialOf(token).hash };
}

/** The refusal of a request without any of the accepted credentials. */
export function credentialMissing(auth: Auth): ServiceError {
  const { refusal } = accessOf[auth];
  return new ServiceError(refusal!.code, refusal!.message);
}

/** Finds the user behind a request. */
export class Identity {
  readonly #options: IdentityOptions;
  readonly #unknownTokens: Misses;

  constructor(options: IdentityOptions) {
    this.#options = options;
    this.#unknownTokens = new Misses(options);
  }

  /** The user of a dashboard session. A user token is not a session. */
  async session({ authorization = '' }: ShownCredentials): Promise<User> {
    const [, jwt] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
    if (jwt === undefined) throw credentialMissing('session');
    return this.user(await this.#options.sessions.userClaimsIn(jwt));
  }

  /** Throws 401 if the user is disabled, or was removed after the session began. */
  async user({ issuer, subject, name, email, issuedAt }: UserClaims): Promise<User> {
    const { users, now } = this.#options;
    const { user, removed } = await users.of({ issuer, subject });
    if (user && user.disabledAt !== null)
      throw new ServiceError('session_required', 'An administrator of this server has disabled this account');
    if (removed && (issuedAt ?? 0) <= removed.disabledAt!)
      throw new ServiceError('session_required', 'The account of this session was deleted');
    if (user && user.name === name && user.email === email) return user;
    return users.known({ userId: randomUUID(), issuer, subject, name, email, createdAt: now() });
  }

  /** The token and whose it is; undefined if it is invalid or revoked. */
  async tokenHolder({ userToken }: ShownCredentials): Promise<Required<UserLink> | undefined> {
    if (userToken === undefined || !tokenFormat.test(userToken)) return undefined;
    const { tokens, now } = this.#options;
    const { hash } = credentialOf(userToken);
    const token = await findUnlessMissed(this.#unknownTokens, hash, () => tokens.byHash(hash));
    if (token) await tokens.used(token, now());
    return token && { userId: token.userId, tokenId: token.tokenId };
  }

  /** A user token takes precedence: an agent that has it stays an agent, whatever else it sends. */
  async visitor(shown: ShownCredentials, { linksUser }: Pick<Operation, 'linksUser'>): Promise<Visitor> {
    const holder = shown.userToken === undefined ? undefined : await this.tokenHolder(shown);
    if (holder) return { link: holder, speaker: 'agent' };
    const user = linksUser && shown.authorization !== undefined ? await this.#sessionIfAny(shown) : undefined;
    return user ? { link: { userId: user.userId }, speaker: 'human' } : stranger;
  }

  async #sessionIfAny(shown: ShownCredentials): Promise<User | undefined> {
    try {
      return await this.session(shown);
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'session_required') return undefined;
      throw error;
    }
  }

  /** The user of a session or a user token, for operations that accept both. */
  async either(shown: ShownCredentials): Promise<Pick<User, 'userId'>> {
    if (shown.authorization !== undefined) return this.session(shown);
    const holder = await this.tokenHolder(shown);
    if (!holder) throw new ServiceError('key_unknown', 'This user token is unknown or revoked');
    return holder;
  }
}

/** Recognizes the retries of one user: the session cannot, because it changes with every refresh. */
export const retrierOf = (secret: string, userId: string): Credential => ({
  key: `${secret}\n${userId}`,
  hash: `user ${userId}`,
});
