import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import type { accountsIn } from '../store/accounts.ts';
import type { SendMail } from './mail.ts';
import { discoveryUrl } from './sessions.ts';

/** An OpenID provider whose users may sign in here. */
export interface SignOn {
  issuer: string;
  clientId: string;
  clientSecret?: string | undefined;
}

export interface ProviderOptions {
  accounts: ReturnType<typeof accountsIn>;
  secret: string;
  publicUrl(): string;
  log: Logger;
  /** Whether anybody may make an account. */
  signUp: boolean;
  sendMail?: SendMail | undefined;
  signOn?: SignOn | undefined;
}

export const sessionSeconds = 15 * 60;
export const minPasswordLength = 10;
export const maxPasswordLength = 128;
export const cookiePrefix = 'parley';
const mailLinkSeconds = 15 * 60;

export type BetterAuth = Awaited<ReturnType<typeof loadBetterAuth>>;

/** The library behind the embedded identity provider, with our tables, our addresses, and nothing kept that is not needed. */
export async function loadBetterAuth({ accounts, secret, publicUrl, log, signUp, sendMail }: ProviderOptions, signOn?: SignOn) {
  const [{ betterAuth }, { genericOAuth, jwt, magicLink }, { passkey }, database] = await Promise.all([
    import('better-auth'),
    import('better-auth/plugins'),
    import('@better-auth/passkey'),
    accounts.adapter(),
  ]);
  const address = publicUrl();
  const { hostname, origin } = new URL(address);
  return betterAuth({
    appName: 'Parley',
    baseURL: address,
    basePath: '/auth',
    secret: createHmac('sha256', secret).update('parley identity provider').digest('hex'),
    telemetry: { enabled: false },
    database,
    emailAndPassword: { enabled: true, minPasswordLength, maxPasswordLength },
    // The same address elsewhere makes nobody the owner of an account here.
    account: { accountLinking: { enabled: false } },
    advanced: { cookiePrefix, ipAddress: { disableIpTracking: true } },
    onAPIError: { errorURL: `${address}/login?refused=elsewhere` },
    logger: { level: 'error', log: (_level, message) => log.error({ provider: message }, 'the identity provider complained') },
    databaseHooks: {
      account: { create: { before: withoutTokens }, update: { before: withoutTokens } },
      user: {
        update: {
          // Whoever made the account before its address was proven loses all ways in.
          after: async ({ id }, context) => {
            if (context?.path === '/magic-link/verify') await accounts.removePasskeys(id);
          },
        },
      },
    },
    plugins: [
      jwt({
        jwks: { keyPairConfig: { alg: 'EdDSA' } },
        jwt: {
          issuer: address,
          audience: address,
          expirationTime: `${sessionSeconds}s`,
          definePayload: async ({ user: { id, name, email } }) => ({ name, email, idp: await accounts.identityOf(id) }),
        },
      }),
      magicLink({
        expiresIn: mailLinkSeconds,
        storeToken: 'hashed',
        disableSignUp: !signUp,
        async sendMagicLink({ email, token, metadata }) {
          const link = `${address}/mail-link?${new URLSearchParams({ token, next: String(metadata?.['next'] ?? '') })}`;
          await sendMail?.({ to: email, subject: 'Sign in to Parley', text: mailText(link) });
        },
      }),
      passkey({ rpName: 'Parley', rpID: hostname, origin, authenticatorSelection: { residentKey: 'required' } }),
      genericOAuth({ config: signOn ? [openIdClient(signOn, address)] : [] }),
    ],
  });
}

const openIdClient = ({ issuer, clientId, clientSecret }: SignOn, address: string) => ({
  // Accounts are kept under it, so that (issuer, subject) is the user here as well.
  providerId: issuer,
  discoveryUrl: discoveryUrl(issuer),
  requireIdTokenVerification: true,
  clientId,
  ...(clientSecret === undefined
    ? { tokenEndpointAuth: { method: 'none' as const } }
    : { clientSecret, authentication: 'basic' as const }),
  scopes: ['openid', 'profile', 'email'],
  redirectURI: `${address}/auth/callback`,
  overrideUserInfo: true,
});

const withoutTokens = async <Account extends object>(account: Account) => ({
  data: { ...account, accessToken: null, refreshToken: null, idToken: null },
});

const mailText = (
  link: string,
): string => `Open this address to sign in to Parley. It works once, for ${mailLinkSeconds / 60} minutes:

${link}

If you did not ask for it, ignore this mail.
`;
