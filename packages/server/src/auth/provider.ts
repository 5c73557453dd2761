import { isIP } from 'node:net';
import { ServiceError } from '@parley/core';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { JSONWebKeySet } from 'jose';
import type { Passkey } from '../store/accounts.ts';
import {
  cookiePrefix,
  loadBetterAuth,
  longestEmail,
  mailedLinkId,
  maxPasswordLength,
  minPasswordLength,
  type BetterAuth,
  type ProviderOptions,
  type SignOn,
} from './better-auth.ts';
import { kept } from '../kept.ts';
import { within } from '../within.ts';
import { findUnlessMissed, Misses } from './misses.ts';
import { isProof, proofOf } from './proof.ts';
import { publishedKeys } from './published-keys.ts';
import { discover } from './sessions.ts';

export interface Account {
  id: string;
  name: string;
  email: string;
  /** Signed in a short while ago, so that nothing needs to be shown once more. */
  isFresh: boolean;
  /** The address is known to belong to whoever made the account. */
  isProven: boolean;
}

interface NewAccount {
  name: string;
  email: string;
  password: string;
}

/** How a human came in: cookies to set, or undefined where they did not. */
export type SignedIn = string[] | undefined;

/** Where a browser is to go, and the cookies that it takes along. */
interface Sent {
  location: string;
  cookies: string[];
}

/** What (issuer, subject) says as the issuer of accounts that were made here. */
export const embedded = 'embedded';

const freshMs = 15 * 60_000;
/** The other provider has so long to answer. */
const patienceMs = 10_000;

/** The embedded identity provider: accounts, the ways into them, sessions in cookies, and JWTs for the API. */
export type Provider = ReturnType<typeof openProvider>;

/** It is loaded when the first human comes: agents alone never need it. */
export function openProvider(options: ProviderOptions) {
  const { accounts, secret, sendMail, signOn } = options;
  const setUpToken = proofOf(secret, 'set-up');
  const auth = kept(() => loadBetterAuth(options));
  const authForSignOn = kept(() => within(patienceMs, openForSignOn(signOn!)));
  const published = async (): Promise<JSONWebKeySet> => (await auth()).api.getJwks();
  const ended = new Misses({ now: Date.now });

  async function signUp(body: NewAccount): Promise<SignedIn> {
    if (body.email.length > longestEmail) return undefined;
    return cookiesOf(await (await auth()).api.signUpEmail({ body, asResponse: true }));
  }

  /** Whose browser it is. */
  async function account(cookie: string | undefined): Promise<Account | undefined> {
    if (!cookie?.includes(cookiePrefix)) return undefined;
    const found = await (await auth()).api.getSession({ headers: new Headers({ cookie }) }).catch(unavailable);
    if (!found) return undefined;
    const { user, session } = found;
    const { id, name, email, emailVerified: isProven } = user;
    return { id, name, email, isProven, isFresh: Date.now() - session.createdAt.getTime() < freshMs };
  }

  return {
    /** Nobody has an account yet. */
    isEmpty: () => accounts.isEmpty(),
    /** Who shows it may make the first account. Every process with the secret knows it; with the first account it ends. */
    setUpToken,
    maySetUp: async (token: string): Promise<boolean> => isProof(token, setUpToken) && (await accounts.isEmpty()),
    sendsMail: sendMail !== undefined,
    signOn,
    /** Passkeys belong to a domain, so where the service is known by a number there are none. */
    hasPasskeys: () => !isIP(new URL(options.publicUrl()).hostname.replace(/^\[|\]$/g, '')),

    /** Makes the first account. */
    async setUp(body: NewAccount): Promise<SignedIn> {
      if (!(await accounts.beginSetUp(new Date()))) return undefined;
      try {
        return (await accounts.isEmpty()) ? await signUp(body) : undefined;
      } finally {
        await accounts.endSetUp();
      }
    },

    signUp,

    async signIn(body: { email: string; password: string }): Promise<SignedIn> {
      return cookiesOf(await (await auth()).api.signInEmail({ body, asResponse: true }));
    },

    /**
     * Sends nothing to strangers, unless they may make an account by it, and nothing to those for whom another issuer vouches.
     * Failures are for the log: they would tell who is known.
     */
    async sendLink(email: string): Promise<void> {
      const owner = await accounts.ownerOf(email);
      if (owner === 'elsewhere' || (owner === 'nobody' && !options.signUp)) return;
      const sending = (await auth()).api.signInMagicLink({ body: { email }, headers: new Headers() });
      sending.catch((err: unknown) => options.log.error({ err }, 'a sign-in link was not sent'));
    },

    /** Whoever has the link has the address; an account that somebody made under it before goes, unless this browser is in it. */
    async signInByLink(token: string, cookie: string | undefined): Promise<SignedIn> {
      const kept = await accounts.mailedLink(mailedLinkId(token), new Date());
      if (kept === undefined) return undefined;
      const { email } = JSON.parse(kept) as { email: string };
      if ((await account(cookie))?.email === email.toLowerCase()) await accounts.prove(email);
      else await accounts.removeUnproven(email);
      const { api } = await auth();
      const response = await api.magicLinkVerify({ query: { token }, headers: new Headers(), asResponse: true });
      const { searchParams } = new URL(response.headers.get('location') ?? '', options.publicUrl());
      return searchParams.has('error') ? undefined : response.headers.getSetCookie();
    },

    /** Where the other provider asks who it is, with cookies that prove afterwards that this browser was sent. */
    beginSignOn: (next: string): Promise<Sent | undefined> =>
      atTheOther(async (api, { issuer }) => {
        const home = options.publicUrl();
        const response = await api.signInSocial({
          body: {
            provider: issuer,
            callbackURL: `${home}/${next}`,
            errorCallbackURL: `${home}/login?${new URLSearchParams({ next, refused: 'elsewhere' })}`,
          },
          headers: new Headers(),
          asResponse: true,
        });
        return sentBy(response);
      }),

    /** Takes what the other provider answered; says where to go on. */
    endSignOn: (query: Record<string, string>, cookie: string): Promise<Sent | undefined> =>
      atTheOther(async (api, { issuer }) => {
        const headers = new Headers({ cookie });
        return sentBy(await api.callbackOAuth({ method: 'GET', params: { id: issuer }, query, headers, asResponse: true }));
      }),

    async signOut(cookie: string): Promise<string[]> {
      const response = await (await auth()).api.signOut({ headers: new Headers({ cookie }), asResponse: true });
      return response.headers.getSetCookie();
    },

    account,

    /** A short-lived JWT for the API, for a browser that is logged in. */
    async token(cookie: string): Promise<string> {
      return (await (await auth()).api.getToken({ headers: new Headers({ cookie }) })).token;
    },

    /** Somebody else vouches for this human, and no way in of ours may outlive that. */
    isElsewhere: async ({ id }: Account): Promise<boolean> => (await accounts.identityOf(id)) !== undefined,

    /** By the present password, or shortly after signing in by whatever way. Ends all other sessions. False where it was refused. */
    async setPassword(cookie: string, { id, isFresh }: Account, currentPassword: string, newPassword: string): Promise<boolean> {
      if (newPassword.length < minPasswordLength || newPassword.length > maxPasswordLength) return false;
      const { api, $context } = await auth();
      const headers = new Headers({ cookie });
      if (isFresh && (await accounts.hasPassword(id))) {
        const { internalAdapter, password } = await $context;
        await internalAdapter.updatePassword(id, await password.hash(newPassword));
      } else if (isFresh) {
        await api.setPassword({ body: { newPassword }, headers });
      } else {
        const changed = await api.changePassword({ body: { currentPassword, newPassword }, headers, asResponse: true });
        if (!changed.ok) return false;
      }
      await api.revokeOtherSessions({ headers });
      return true;
    },

    passkeysOf: ({ id }: Account): Promise<Passkey[]> => accounts.passkeysOf(id),
    removePasskey: ({ id }: Account, passkeyId: string): Promise<void> => accounts.removePasskey(id, passkeyId),

    /** The four steps of WebAuthn: options and answer, for a new passkey and for a known one. */
    passkeys: {
      async beginAdding(headers: Headers): Promise<Response> {
        return (await auth()).api.generatePasskeyRegistrationOptions({ headers, asResponse: true });
      },
      async add(headers: Headers, body: { response: unknown; name: string }): Promise<Response> {
        return (await auth()).api.verifyPasskeyRegistration({ headers, body, asResponse: true });
      },
      async beginSignIn(headers: Headers): Promise<Response> {
        return (await auth()).api.generatePasskeyAuthenticationOptions({ headers, asResponse: true });
      },
      async signIn(headers: Headers, body: { response: AuthenticationResponseJSON }): Promise<Response> {
        return (await auth()).api.verifyPasskeyAuthentication({ headers, body, asResponse: true });
      },
    },

    published,

    /** Finds the key of a JWT. */
    key: publishedKeys(published),

    /** Whether the browser that a JWT was made for is still signed in. */
    isLive: async (sessionId: unknown): Promise<boolean> =>
      typeof sessionId === 'string' &&
      (await findUnlessMissed(ended, sessionId, () => accounts.session(sessionId, new Date()))) !== undefined,
  };

  /** Undefined when the other provider does not do its part, in time. */
  async function atTheOther(
    work: (api: BetterAuth['api'], signOn: SignOn) => Promise<Sent | undefined>,
  ): Promise<Sent | undefined> {
    if (!signOn) return undefined;
    try {
      return await within(patienceMs, work((await authForSignOn()).api, signOn));
    } catch (err) {
      options.log.warn({ err }, 'nobody could sign in at the other provider');
      return undefined;
    }
  }

  /** The library asks the other provider for its addresses once, and goes on without it when it fails. */
  async function openForSignOn({ issuer, ...client }: SignOn): Promise<BetterAuth> {
    const { userinfo_endpoint: userInfoUrl } = await discover(issuer);
    const loaded = await loadBetterAuth(options, { issuer, ...client, userInfoUrl });
    const { socialProviders } = await loaded.$context;
    if (!socialProviders.some(({ id }) => id === issuer)) throw new Error('The issuer does not tell all that is needed');
    return loaded;
  }
}

function sentBy(response: Response): Sent | undefined {
  const location = response.headers.get('location');
  return location === null ? undefined : { location, cookies: response.headers.getSetCookie() };
}

/** The library answers its own failures as refusals of the caller. */
async function cookiesOf(response: Response): Promise<SignedIn> {
  if (response.ok) return response.headers.getSetCookie();
  const { code = '' } = (await response.json()) as { code?: string };
  if (response.status >= 500 || code.startsWith('FAILED_TO_')) return unavailable();
  return undefined;
}

const unavailable = (): never => {
  throw new ServiceError('unavailable', 'The accounts cannot be reached; try again');
};
