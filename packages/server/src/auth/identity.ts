import { randomBytes, randomUUID } from 'node:crypto';
import { accessOf, ServiceError, type Auth, type Instant } from '@parley/core';
import type { userTokenStore } from '../store/user-tokens.ts';
import type { User, userStore } from '../store/users.ts';
import { credentialOf, type Credential } from './keys.ts';
import { findUnlessMissed, Misses } from './misses.ts';
import type { UserClaims, Sessions } from './sessions.ts';

const tokenFormat = /^usr_[\w-]{43}$/;
const prefixCharacters = 12;

/** What a caller shows to say who they are: nothing of it opens a space. */
export interface Shown {
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

/** A fresh user token: its secret is told once and kept as its SHA-256 only. */
export function mintToken(): { token: string; prefix: string; hash: string } {
  const token = `usr_${randomBytes(32).toString('base64url')}`;
  return { token, prefix: token.slice(0, prefixCharacters), hash: credentialOf(token).hash };
}

/** The refusal of a caller that shows none of the credentials that would do. */
export function credentialMissing(auth: Auth): ServiceError {
  const { refusal } = accessOf[auth];
  return new ServiceError(refusal!.code, refusal!.message);
}

/** Which human stands behind a request. */
export class Identity {
  readonly #options: IdentityOptions;
  /** Users never change hands, so one lookup per user and process is enough. */
  readonly #known = new Map<string, User>();
  readonly #unknownTokens: Misses;

  constructor(options: IdentityOptions) {
    this.#options = options;
    this.#unknownTokens = new Misses(options);
  }

  /** The user of a dashboard session. A user token is none. */
  async session({ authorization = '' }: Shown): Promise<User> {
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

  /** The user whose token it is; undefined when it is none, or was revoked. */
  async tokenHolder({ userToken }: Shown): Promise<string | undefined> {
    if (userToken === undefined || !tokenFormat.test(userToken)) return undefined;
    const { tokens, now } = this.#options;
    const { hash } = credentialOf(userToken);
    const token = await findUnlessMissed(this.#unknownTokens, hash, () => tokens.byHash(hash));
    if (token) await tokens.used(token, now());
    return token?.userId;
  }

  /** By session or by user token, where either will do. */
  async either(shown: Shown): Promise<string> {
    if (shown.authorization !== undefined) return (await this.session(shown)).userId;
    const userId = await this.tokenHolder(shown);
    if (userId === undefined) throw new ServiceError('key_unknown', 'This user token is unknown or was revoked');
    return userId;
  }
}

/** In place of a session, which is another one after every refresh: retries of one user belong together. */
export const retrierOf = (secret: string, userId: string): Credential => ({
  key: `${secret}\n${userId}`,
  hash: `user ${userId}`,
});
