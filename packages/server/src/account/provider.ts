import { isIP } from 'node:net';
import { ServiceError } from '@parley/core';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { JSONWebKeySet } from 'jose';
import type { StoredPasskey } from './accounts.ts';
import {
  cookiePrefix,
  loadBetterAuth,
  longestEmail,
  mailedLinkId,
  maxPasswordLength,
  minPasswordLength,
  refusals,
  type BetterAuth,
  type ProviderOptions,
  type SignOn,
} from './better-auth.ts';
import { lazy } from '../engine/async/lazy.ts';
import { within } from '../engine/async/within.ts';
import { findUnlessMissed, Misses } from '../engine/keys/misses.ts';
import { isProof, proofOf } from '../engine/keys/proof.ts';
import { publishedKeys } from './published-keys.ts';
import { discover } from './sessions.ts';

export interface Account {
  id: string;
  name: string;
  email: string;
  /** Signed in recently, so the current password is not required again. */
  isFresh: boolean;
  /** The e-mail address is verified. */
  isProven: boolean;
}

interface NewAccount {
  name: string;
  email: string;
  password: string;
}

/** The result of a sign-in: cookies to set, undefined if it failed, or why nobody can sign in to this account. */
export type SignedIn = string[] | 'disabled' | undefined;

/** A redirect and the cookies to set with it. */
interface SentMail {
  location: string;
  cookies: string[];
}

const freshMs = 15 * 60_000;
/** How long to wait for a response from the other provider. */
const patienceMs = 10_000;

/** The embedded identity provider: accounts, sign-in methods, sessions in cookies, and JWTs for the API. */
export type Provider = ReturnType<typeof openProvider>;

/** Loads the library at the first use: agents never need it. */
export function openProvider(options: ProviderOptions) {
  const { accounts, secret, serverId, sendMail, signOn } = options;
  const setUpToken = proofOf(secret, 'set-up', serverId);
  const auth = lazy(() => loadBetterAuth(options));
  const authForSignOn = lazy(() => within(patienceMs, openForSignOn(signOn!)));
  const published = async (): Promise<JSONWebKeySet> => (await auth()).api.getJwks();
  const ended = new Misses({ now: Date.now });

  async function signUp(body: NewAccount): Promise<SignedIn> {
    if (body.email.length > longestEmail) return undefined;
    return cookiesOf(await (await auth()).api.signUpEmail({ body, asResponse: true }));
  }

  /** The account that a browser is signed in to. */
  async function account(cookie: string | undefined): Promise<Account | undefined> {
    if (!cookie?.includes(cookiePrefix)) return undefined;
    const found = await (await auth()).api.getSession({ headers: new Headers({ cookie }) }).catch(unavailable);
    if (!found) return undefined;
    const { user, session } = found;
    const { id, name, email, emailVerified: isProven } = user;
    if (await accounts.isDisabled(id)) return undefined;
    return { id, name, email, isProven, isFresh: Date.now() - session.createdAt.getTime() < freshMs };
  }

  return {
    /** Whether there is no account yet. */
    isEmpty: () => accounts.isEmpty(),
    /** Authorizes creating the first account; invalid once there is one. Every process on the database derives the same. */
    setUpToken,
    maySetUp: async (token: string): Promise<boolean> => isProof(token, setUpToken) && (await accounts.isEmpty()),
    sendsMail: sendMail !== undefined,
    signOn,
    /** Passkeys require a domain name; an IP address has none. */
    hasPasskeys: () => !isIP(new URL(options.publicUrl()).hostname.replace(/^\[|\]$/g, '')),

    /** Creates the first account, which is an administrator. */
    async setUp(body: NewAccount): Promise<SignedIn> {
      if (!(await accounts.beginSetUp(new Date()))) return undefined;
      try {
        const signedIn = (await accounts.isEmpty()) ? await signUp(body) : undefined;
        if (signedIn) await accounts.appoint(body.email, new Date());
        return signedIn;
      } finally {
        await accounts.endSetUp();
      }
    },

    signUp,

    async signIn(body: { email: string; password: string }): Promise<SignedIn> {
      return cookiesOf(await (await auth()).api.signInEmail({ body, asResponse: true }));
    },

    /**
     * Sends nothing to unknown addresses unless sign-up is on, and nothing to accounts of another issuer.
     * Only the log reports failures: an answer would reveal which addresses have an account.
     */
    async sendLink(typed: string): Promise<void> {
      // As the account has it: another spelling can be another mailbox, whose owner must not get the link.
      const email = typed.toLowerCase();
      const owner = await accounts.ownerOf(email);
      if (owner === 'elsewhere' || (owner === 'nobody' && !options.signUp)) return;
      const sending = (await auth()).api.signInMagicLink({ body: { email }, headers: new Headers() });
      sending.catch((err: unknown) => options.log.error({ err }, 'a sign-in link was not sent'));
    },

    /** The link proves the address. An unproven account with this address is deleted, unless this browser is signed in to it. */
    async signInByLink(token: string, cookie: string | undefined): Promise<SignedIn> {
      const kept = await accounts.mailedLink(mailedLinkId(token), new Date());
      if (kept === undefined) return undefined;
      const { email } = JSON.parse(kept) as { email: string };
      if ((await account(cookie))?.email === email.toLowerCase()) await accounts.prove(email);
      else await accounts.removeUnproven(email);
      const { api } = await auth();
      const response = await api.magicLinkVerify({ query: { token }, headers: new Headers(), asResponse: true });
      if (response.status >= 400) return cookiesOf(response);
      const { searchParams } = new URL(response.headers.get('location') ?? '', options.publicUrl());
      return searchParams.has('error') ? undefined : response.headers.getSetCookie();
    },

    /** Redirects to the other provider, with cookies that bind its answer to this browser. */
    beginSignOn: (next: string): Promise<SentMail | undefined> =>
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

    /** Processes the answer of the other provider and returns where to continue. */
    endSignOn: (query: Record<string, string>, cookie: string): Promise<SentMail | undefined> =>
      atTheOther(async (api, { issuer }) => {
        const headers = new Headers({ cookie });
        const response = await api.callbackOAuth({ method: 'GET', params: { id: issuer }, query, headers, asResponse: true });
        return sentBy(response) ?? refusedBy(response, options.publicUrl());
      }),

    async signOut(cookie: string): Promise<string[]> {
      const response = await (await auth()).api.signOut({ headers: new Headers({ cookie }), asResponse: true });
      return response.headers.getSetCookie();
    },

    /** Ends all other sessions of the account. */
    async signOutElsewhere(cookie: string): Promise<void> {
      await (await auth()).api.revokeOtherSessions({ headers: new Headers({ cookie }) });
    },

    /** How many browsers are signed in to the account. */
    sessionsOf: ({ id }: Account): Promise<number> => accounts.sessionsOf(id, new Date()),

    account,

    /** A short-lived JWT for the API, for a browser that is signed in. */
    async token(cookie: string): Promise<string> {
      return (await (await auth()).api.getToken({ headers: new Headers({ cookie }) })).token;
    },

    /** Whether another issuer vouches for this user. Such a user must not sign in in any other way. */
    isElsewhere: async ({ id }: Account): Promise<boolean> => (await accounts.identityOf(id)) !== undefined,

    /** Requires the current password or a recent sign-in. Ends all other sessions. Returns false if refused. */
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

    passkeysOf: ({ id }: Account): Promise<StoredPasskey[]> => accounts.passkeysOf(id),
    renamePasskey: ({ id }: Account, passkeyId: string, name: string): Promise<void> =>
      accounts.renamePasskey(id, passkeyId, name),
    removePasskey: ({ id }: Account, passkeyId: string): Promise<void> => accounts.removePasskey(id, passkeyId),

    /** The four steps of WebAuthn: options and answer, to add a passkey and to sign in with one. */
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
      async signIn(headers: Headers, { response }: { response: unknown }): Promise<Response> {
        const body = { response: response as AuthenticationResponseJSON };
        return (await auth()).api.verifyPasskeyAuthentication({ headers, body, asResponse: true });
      },
    },

    published,

    /** Finds the key of a JWT. */
    key: publishedKeys(published),

    /** Whether the browser that a JWT was issued to is still signed in. */
    isLive: async (sessionId: unknown): Promise<boolean> =>
      typeof sessionId === 'string' &&
      (await findUnlessMissed(ended, sessionId, () => accounts.session(sessionId, new Date()))) !== undefined,
  };

  /** Undefined if the other provider fails or takes too long. */
  async function atTheOther(
    work: (api: BetterAuth['api'], signOn: SignOn) => Promise<SentMail | undefined>,
  ): Promise<SentMail | undefined> {
    if (!signOn) return undefined;
    try {
      return await within(patienceMs, work((await authForSignOn()).api, signOn));
    } catch (err) {
      options.log.warn({ err }, 'signing in with the other provider failed');
      return undefined;
    }
  }

  /** The library discovers the other provider only once, and silently continues without it on failure. */
  async function openForSignOn({ issuer, ...client }: SignOn): Promise<BetterAuth> {
    const { userinfo_endpoint: userInfoUrl } = await discover(issuer);
    const loaded = await loadBetterAuth(options, { issuer, ...client, userInfoUrl });
    const { socialProviders } = await loaded.$context;
    if (!socialProviders.some(({ id }) => id === issuer)) throw new Error('The discovery document of the issuer is incomplete');
    return loaded;
  }
}

function sentBy(response: Response): SentMail | undefined {
  const location = response.headers.get('location');
  return location === null ? undefined : { location, cookies: response.headers.getSetCookie() };
}

/** The library redirects its own refusals only. */
async function refusedBy(response: Response, home: string): Promise<SentMail | undefined> {
  const { code: error = '' } = (await response.json()) as { code?: string };
  if (!Object.values<string>(refusals).includes(error)) return undefined;
  return { location: `${home}/login?${new URLSearchParams({ next: '', refused: 'elsewhere', error })}`, cookies: [] };
}

/** The library reports its own failures as client errors. */
async function cookiesOf(response: Response): Promise<SignedIn> {
  if (response.ok) return response.headers.getSetCookie();
  const { code = '' } = (await response.json()) as { code?: string };
  if (code === refusals.disabled) return 'disabled';
  if (response.status >= 500 || code.startsWith('FAILED_TO_')) return unavailable();
  return undefined;
}

const unavailable = (): never => {
  throw new ServiceError('unavailable', 'Accounts are temporarily unavailable; try again', { retryAfter: 1 });
};
