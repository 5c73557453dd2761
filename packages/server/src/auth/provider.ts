import { isIP } from 'node:net';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import type { Passkey } from '../store/accounts.ts';
import { cookiePrefix, loadBetterAuth, type BetterAuth, type ProviderOptions } from './better-auth.ts';
import { discover, personOf, type Person } from './sessions.ts';

export interface Account {
  id: string;
  name: string;
  email: string;
}

interface NewAccount {
  name: string;
  email: string;
  password: string;
}

/** How a human came in: cookies to set, or undefined where they did not. */
export type SignedIn = string[] | undefined;

/** What (issuer, subject) says as the issuer of accounts that were made here. */
export const embedded = 'embedded';

/** The embedded identity provider: accounts, the ways into them, sessions in cookies, and JWTs for the API. */
export type Provider = ReturnType<typeof openProvider>;

/** It is loaded when the first human comes: agents alone never need it. */
export function openProvider(options: ProviderOptions) {
  const { accounts, sendMail, signOn } = options;
  let opened: Promise<BetterAuth> | undefined;
  let openedForSignOn: Promise<BetterAuth> | undefined;
  let keys: Promise<JWTVerifyGetKey> | undefined;
  const auth = () => (opened ??= loadBetterAuth(options));

  const published = async (): Promise<JSONWebKeySet> => (await auth()).api.getJwks();
  const publishedKeys = () => published().then(createLocalJWKSet);

  async function signUp(body: NewAccount): Promise<SignedIn> {
    return cookiesOf(await (await auth()).api.signUpEmail({ body, asResponse: true }));
  }

  return {
    /** Nobody has an account yet: the first one may be made by whoever comes. */
    isEmpty: () => accounts.isEmpty(),
    sendsMail: sendMail !== undefined,
    signOn,
    /** Passkeys belong to a domain, so where the service is known by a number there are none. */
    hasPasskeys: () => !isIP(new URL(options.publicUrl()).hostname.replace(/^\[|\]$/g, '')),

    /** Makes the first account. */
    async setUp(body: NewAccount): Promise<SignedIn> {
      if (!(await accounts.beginSetUp(new Date()))) return undefined;
      try {
        const cookies = (await accounts.isEmpty()) ? await signUp(body) : undefined;
        if (cookies) await accounts.prove(body.email);
        return cookies;
      } finally {
        await accounts.endSetUp();
      }
    },

    signUp,

    async signIn(body: { email: string; password: string }): Promise<SignedIn> {
      return cookiesOf(await (await auth()).api.signInEmail({ body, asResponse: true }));
    },

    /** Sends nothing to strangers, unless they may make an account by it. Failures are for the log: they would tell who is known. */
    async sendLink(email: string, next: string): Promise<void> {
      if (!options.signUp && !(await accounts.isKnown(email))) return;
      const sending = (await auth()).api.signInMagicLink({ body: { email, metadata: { next } }, headers: new Headers() });
      sending.catch((err: unknown) => options.log.error({ err }, 'a sign-in link was not sent'));
    },

    async signInByLink(token: string): Promise<SignedIn> {
      const response = await (await auth()).api.magicLinkVerify({ query: { token }, headers: new Headers(), asResponse: true });
      const { searchParams } = new URL(response.headers.get('location') ?? '', options.publicUrl());
      return searchParams.has('error') ? undefined : response.headers.getSetCookie();
    },

    /** Where the other provider asks who it is, and the cookies that prove afterwards that this browser was sent. */
    async beginSignOn(next: string): Promise<{ location: string; cookies: string[] } | undefined> {
      const api = (await authForSignOn())?.api;
      if (!api) return undefined;
      const home = options.publicUrl();
      const response = await api.signInSocial({
        body: {
          provider: signOn!.issuer,
          callbackURL: `${home}/${next}`,
          errorCallbackURL: `${home}/login?${new URLSearchParams({ next, refused: 'elsewhere' })}`,
        },
        headers: new Headers(),
        asResponse: true,
      });
      const location = response.headers.get('location');
      return location === null ? undefined : { location, cookies: response.headers.getSetCookie() };
    },

    /** Takes what the other provider answered; says where to go on. */
    async endSignOn(query: Record<string, string>, cookie: string): Promise<{ location: string; cookies: string[] } | undefined> {
      const api = (await authForSignOn())?.api;
      if (!api) return undefined;
      const response = await api.callbackOAuth({
        method: 'GET',
        params: { id: signOn!.issuer },
        query,
        headers: new Headers({ cookie }),
        asResponse: true,
      });
      return { location: response.headers.get('location')!, cookies: response.headers.getSetCookie() };
    },

    async signOut(cookie: string): Promise<string[]> {
      const response = await (await auth()).api.signOut({ headers: new Headers({ cookie }), asResponse: true });
      return response.headers.getSetCookie();
    },

    /** Whose browser it is. */
    async account(cookie: string | undefined): Promise<Account | undefined> {
      if (!cookie?.includes(cookiePrefix)) return undefined;
      const session = await (await auth()).api.getSession({ headers: new Headers({ cookie }) });
      return session?.user;
    },

    /** The same human as in the account's JWTs. */
    async person({ id, name, email }: Account): Promise<Person> {
      return personOf({ issuer: embedded, subject: id, ...(await accounts.identityOf(id)) }, { name, email });
    },

    /** A short-lived JWT for the API, for a browser that is logged in. */
    async token(cookie: string): Promise<string> {
      return (await (await auth()).api.getToken({ headers: new Headers({ cookie }) })).token;
    },

    /** Changes the password, or gives one to an account that came in without. False where the present one is wrong. */
    async setPassword(cookie: string, { id }: Account, currentPassword: string, newPassword: string): Promise<boolean> {
      const { api } = await auth();
      const headers = new Headers({ cookie });
      const response = (await accounts.hasPassword(id))
        ? await api.changePassword({ body: { currentPassword, newPassword }, headers, asResponse: true })
        : await api.setPassword({ body: { newPassword }, headers, asResponse: true });
      return response.ok;
    },

    hasPassword: ({ id }: Account): Promise<boolean> => accounts.hasPassword(id),
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

    /** Finds the key of a JWT; keys rotate, so an unknown one is looked for once more. */
    key: (async (header, token) => {
      try {
        return await (
          await (keys ??= publishedKeys())
        )(header, token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
        keys = publishedKeys();
        return (await keys)(header, token);
      }
    }) as JWTVerifyGetKey,
  };

  /** The library asks the other provider for its addresses once, without a time limit, so it is begun when they can be had. */
  async function authForSignOn(): Promise<BetterAuth | undefined> {
    if (!signOn) return undefined;
    openedForSignOn ??= discover(signOn.issuer).then(() => loadBetterAuth(options, signOn));
    try {
      return await openedForSignOn;
    } catch (err) {
      openedForSignOn = undefined;
      options.log.warn({ err }, 'the OpenID provider cannot be reached');
      return undefined;
    }
  }
}

const cookiesOf = (response: Response): SignedIn => (response.ok ? response.headers.getSetCookie() : undefined);
