import { createHmac } from 'node:crypto';
import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import type { Logger } from 'pino';
import type { accountsIn } from '../store/accounts.ts';

export interface ProviderOptions {
  accounts: ReturnType<typeof accountsIn>;
  secret: string;
  publicUrl(): string;
  log: Logger;
}

export interface Account {
  id: string;
  name: string;
  email: string;
}

/** How a human came in: cookies to set, or undefined where they did not. */
export type SignedIn = string[] | undefined;

export const sessionSeconds = 15 * 60;

/** The embedded identity provider: accounts with a password, sessions in cookies, and JWTs for the API. */
export type Provider = ReturnType<typeof openProvider>;

/** It is loaded when the first human comes: agents alone never need it. */
export function openProvider(options: ProviderOptions) {
  let opened: ReturnType<typeof load> | undefined;
  const auth = () => (opened ??= load(options));
  let keys: Promise<JWTVerifyGetKey> | undefined;

  async function published(): Promise<JSONWebKeySet> {
    return (await auth()).api.getJwks();
  }

  const signedIn = (response: Response): SignedIn => (response.ok ? response.headers.getSetCookie() : undefined);

  return {
    /** Nobody has an account yet: the first one may be made by whoever comes. */
    isEmpty: () => options.accounts.isEmpty(),

    async signUp(body: { name: string; email: string; password: string }): Promise<SignedIn> {
      return signedIn(await (await auth()).api.signUpEmail({ body, asResponse: true }));
    },

    async signIn(body: { email: string; password: string }): Promise<SignedIn> {
      return signedIn(await (await auth()).api.signInEmail({ body, asResponse: true }));
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

    /** A short-lived JWT for the API, for a browser that is logged in. */
    async token(cookie: string): Promise<string> {
      return (await (await auth()).api.getToken({ headers: new Headers({ cookie }) })).token;
    },

    published,

    /** Finds the key of a JWT; keys rotate, so an unknown one is looked for once more. */
    key: (async (header, token) => {
      try {
        return await (
          await (keys ??= published().then(createLocalJWKSet))
        )(header, token);
      } catch {
        keys = published().then(createLocalJWKSet);
        return (await keys)(header, token);
      }
    }) as JWTVerifyGetKey,
  };
}

const cookiePrefix = 'parley';

async function load({ accounts, secret, publicUrl, log }: ProviderOptions) {
  const [{ betterAuth }, { jwt }, database] = await Promise.all([
    import('better-auth'),
    import('better-auth/plugins'),
    accounts.adapter(),
  ]);
  const address = publicUrl();
  return betterAuth({
    appName: 'Parley',
    baseURL: address,
    basePath: '/auth',
    secret: createHmac('sha256', secret).update('parley identity provider').digest('hex'),
    telemetry: { enabled: false },
    database,
    emailAndPassword: { enabled: true, minPasswordLength, maxPasswordLength },
    advanced: { cookiePrefix, ipAddress: { disableIpTracking: true } },
    logger: { level: 'error', log: (_level, message) => log.error({ provider: message }, 'the identity provider complained') },
    plugins: [
      jwt({
        jwks: { keyPairConfig: { alg: 'EdDSA' } },
        jwt: {
          issuer: address,
          audience: address,
          expirationTime: `${sessionSeconds}s`,
          definePayload: ({ user: { name, email } }) => ({ name, email }),
        },
      }),
    ],
  });
}

export const minPasswordLength = 10;
export const maxPasswordLength = 128;
