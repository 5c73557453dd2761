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
  capacity?: number;
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
  /** A user never changes identity, so one lookup per user and process is enough. */
  readonly #known = new Map<string, User>();
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

  async user({ issuer, subject, name, email }: UserClaims): Promise<User> {
    const place = `${issuer}\n${subject}`;
    const known = this.#known.get(place);
    if (known && known.name === name && known.email === email) return known;
    const { users, now, capacity = 10_000 } = this.#options;
    const user = await users.known({ userId: randomUUID(), issuer, subject, name, email, createdAt: now() });
    if (this.#known.size >= capacity) this.#known.delete(this.#known.keys().next().value!);
    this.#known.set(place, user);
    return user;
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
