import { createHash, createHmac } from 'node:crypto';
import type { OAuth2Tokens } from 'better-auth';
import { decodeJwt, type JWTPayload } from 'jose';
import type { Logger } from 'pino';
import { z } from 'zod';
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
export const longestName = 80;
export const longestEmail = 254;
const mailLinkSeconds = 15 * 60;
const userInfoMs = 5_000;

export type BetterAuth = Awaited<ReturnType<typeof loadBetterAuth>>;

interface SignOnClient extends SignOn {
  /** Where the other provider tells what the ID token does not. */
  userInfoUrl: string | undefined;
}

/** The library behind the embedded identity provider, with our tables, our addresses, and nothing kept that is not needed. */
export async function loadBetterAuth({ accounts, secret, publicUrl, log, sendMail }: ProviderOptions, client?: SignOnClient) {
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
    logger: { level: 'error', log: (_level, said, err) => log.warn({ said, err }, 'a sign-in went wrong') },
    // The cookie is not renewed either: both end after seven days, whoever has it.
    session: { disableSessionRefresh: true },
    databaseHooks: { account: { create: { before: withoutTokens }, update: { before: withoutTokens } } },
    plugins: [
      jwt({
        jwks: { keyPairConfig: { alg: 'EdDSA' } },
        jwt: {
          issuer: address,
          audience: address,
          expirationTime: `${sessionSeconds}s`,
          definePayload: async ({ user: { id, name, email }, session }) => {
            return { name, email, sid: session.id, idp: await accounts.identityOf(id) };
          },
        },
      }),
      magicLink({
        expiresIn: mailLinkSeconds,
        storeToken: { type: 'custom-hasher', hash: async (token) => hashOf(token) },
        async sendMagicLink({ email, token }) {
          await sendMail?.({ to: email, subject: 'Sign in to Parley', text: mailText(`${address}/mail-link?token=${token}`) });
        },
      }),
      passkey({ rpName: 'Parley', rpID: hostname, origin, authenticatorSelection: { residentKey: 'required' } }),
      genericOAuth({ config: client ? [openIdClient(client, address, accounts)] : [] }),
    ],
  });
}

const openIdClient = (
  { issuer, clientId, clientSecret, userInfoUrl }: SignOnClient,
  address: string,
  accounts: ProviderOptions['accounts'],
) => ({
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
  async getUserInfo({ idToken, accessToken }: OAuth2Tokens) {
    const profile = await profileOf(idToken, accessToken, userInfoUrl);
    // The issuer knows whose address it is, which whoever made an account here before only claimed.
    const takesAddress = profile?.emailVerified && !(await accounts.isKnown(issuer, profile.sub));
    if (takesAddress && profile.email) await accounts.removeUnproven(profile.email);
    return profile;
  },
});

/** Whom the ID token names, whose signature was checked; what else is known of them counts only if it is of the same human. */
async function profileOf(idToken: string | undefined, accessToken: string | undefined, userInfoUrl: string | undefined) {
  if (idToken === undefined) return null;
  const claims = decodeJwt(idToken);
  const { sub } = claims;
  if (sub === undefined) return null;
  const told = await askedFor();
  // The address and whether it is verified are of one document: each may speak of another address.
  const { email, email_verified: isVerified } = claims['email'] === undefined ? told : claims;
  const { name }: JWTPayload = { ...told, ...claims };
  const address = z.email().max(longestEmail).safeParse(email);
  const named = typeof name === 'string' ? name.slice(0, longestName) : '';
  // Without an address nobody gets in.
  return { sub, email: address.data, emailVerified: isVerified === true, name: named || address.data };

  async function askedFor(): Promise<JWTPayload> {
    if (claims['email'] !== undefined || userInfoUrl === undefined || accessToken === undefined) return {};
    const headers = { authorization: `Bearer ${accessToken}` };
    const response = await fetch(userInfoUrl, { headers, signal: AbortSignal.timeout(userInfoMs) });
    const told = (await response.json()) as JWTPayload;
    return told.sub === claims.sub ? told : {};
  }
}

const withoutTokens = async <Account extends object>(account: Account) => ({
  data: { ...account, accessToken: null, refreshToken: null, idToken: null },
});

/** How the library keeps a mailed link. */
export const mailedLinkId = (token: string): string => `magic-link:${hashOf(token)}`;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

const mailText = (
  link: string,
): string => `Open this address to sign in to Parley. It works once, for ${mailLinkSeconds / 60} minutes:

${link}

If you did not ask for it, ignore this mail.
`;
