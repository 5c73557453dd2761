import { createHash, createHmac } from 'node:crypto';
import type { OAuth2Tokens } from 'better-auth';
import { decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { accountsIn } from './accounts.ts';
import type { SendMail } from './mail.ts';
import { discoveryUrl, isOfType } from './sessions.ts';
import { claimIn, policyRefusal, type PolicyRefusal, type SignOnPolicy } from './sign-on-policy.ts';

/** An OpenID provider whose users can sign in here. */
export interface SignOn {
  issuer: string;
  clientId: string;
  clientSecret?: string | undefined;
  /** Who may do so. */
  policy: SignOnPolicy;
}

export interface ProviderOptions {
  accounts: ReturnType<typeof accountsIn>;
  secret: string;
  /** Identifies the database. */
  serverId: string;
  publicUrl(): string;
  log: Logger;
  /** Whether anyone can create an account. */
  signUp: boolean;
  sendMail?: SendMail | undefined;
  signOn?: SignOn | undefined;
}

/** The codes of our own refusals of a sign-in. */
export const refusals = {
  disabled: 'ACCOUNT_DISABLED',
  address: 'ADDRESS_NOT_VERIFIED',
  domain: 'DOMAIN_NOT_ALLOWED',
  claim: 'CLAIM_REQUIRED',
  newcomer: 'NO_NEW_PEOPLE',
} as const satisfies Record<'disabled' | PolicyRefusal, string>;

export const sessionSeconds = 15 * 60;
export const minPasswordLength = 10;
export const maxPasswordLength = 128;
export const cookiePrefix = 'parley';
/** Other programs of the domain get no cookie of ours, if it is not all ours. */
export const cookiePath = (publicUrl: string): string => new URL(publicUrl).pathname;
export const longestName = 80;
export const longestEmail = 254;
const mailLinkSeconds = 15 * 60;
const userInfoMs = 5_000;

/** @internal */
export type BetterAuth = Awaited<ReturnType<typeof loadBetterAuth>>;

interface SignOnClient extends SignOn {
  /** Where the other provider serves claims that the ID token lacks. */
  userInfoUrl: string | undefined;
}

/** Configures the library behind the embedded identity provider: our tables, our URLs, and no data that is not needed. @internal */
export async function loadBetterAuth({ accounts, secret, publicUrl, log, sendMail }: ProviderOptions, client?: SignOnClient) {
  const library = await import('./library.ts');
  const { APIError, betterAuth, drizzleAdapter, genericOAuth, jwt, magicLink, passkey } = library;
  const address = publicUrl();
  const { hostname, origin } = new URL(address);
  return betterAuth({
    appName: 'Parley',
    baseURL: address,
    basePath: '/auth',
    secret: createHmac('sha256', secret).update('parley identity provider').digest('hex'),
    telemetry: { enabled: false },
    // Otherwise it loads the interface of OpenTelemetry, and calls it, even if nothing is traced.
    experimental: { instrumentation: { enabled: false } },
    database: accounts.adapter(drizzleAdapter),
    emailAndPassword: { enabled: true, minPasswordLength, maxPasswordLength },
    // An account with the same e-mail address elsewhere proves no ownership of the account here.
    account: { accountLinking: { enabled: false } },
    advanced: { cookiePrefix, defaultCookieAttributes: { path: cookiePath(address) }, ipAddress: { disableIpTracking: true } },
    onAPIError: { errorURL: `${address}/login?refused=elsewhere` },
    logger: { level: 'error', log: (_level, said, err) => log.warn({ said, err }, 'a sign-in failed') },
    // The cookie is not renewed either: both end after seven days, even if stolen.
    session: { disableSessionRefresh: true },
    databaseHooks: {
      account: { create: { before: withoutTokens }, update: { before: withoutTokens } },
      session: {
        create: {
          async before({ userId }) {
            if (await accounts.isDisabled(userId)) throw new APIError('FORBIDDEN', { code: refusals.disabled });
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
      genericOAuth({ config: client ? [openIdClient(client, address, accounts, library)] : [] }),
    ],
  });
}

const openIdClient = (
  { issuer, clientId, clientSecret, userInfoUrl, policy }: SignOnClient,
  address: string,
  accounts: ProviderOptions['accounts'],
  { APIError }: Pick<typeof import('./library.ts'), 'APIError'>,
) => ({
  // The key of stored accounts, so that (issuer, subject) identifies the user here too.
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
    const found = await profileOf({ idToken, accessToken, userInfoUrl, claim: policy.claim?.name });
    if (!found) return null;
    const { claims, ...profile } = found;
    const { sub, email, emailVerified: isVerified } = profile;
    const refused = await policyRefusal(policy, { email, isVerified, claims, isKnown: () => accounts.isKnown(issuer, sub) });
    if (refused) throw new APIError('FORBIDDEN', { code: refusals[refused] });
    // The issuer verified the address; an account that was created here earlier only claimed it.
    const takesAddress = isVerified && !(await accounts.hasAccount(issuer, sub));
    if (takesAddress && email) await accounts.removeUnproven(email);
    return profile;
  },
});

interface ProfileSource {
  idToken: string | undefined;
  accessToken: string | undefined;
  userInfoUrl: string | undefined;
  /** One that must be known. */
  claim: string | undefined;
}

/** The user in the ID token, whose signature was checked. Other claims count only if they have the same subject. */
async function profileOf({ idToken, accessToken, userInfoUrl, claim }: ProfileSource) {
  if (idToken === undefined || !isOfType(decodeProtectedHeader(idToken).typ, ['jwt'])) return null;
  const claims = decodeJwt(idToken);
  const { sub } = claims;
  if (sub === undefined) return null;
  const fetched = await fetchedClaims();
  // Take both claims from one source: the two sources can describe different addresses.
  const { email, email_verified: isVerified } = claims['email'] === undefined ? fetched : claims;
  const { name }: JWTPayload = { ...fetched, ...claims };
  const address = z.email().max(longestEmail).safeParse(email);
  const named = typeof name === 'string' ? name.slice(0, longestName) : '';
  // An account requires an e-mail address.
  const merged = { ...fetched, ...claims };
  return { sub, email: address.data, emailVerified: isVerified === true, name: named || address.data, claims: merged };

  async function fetchedClaims(): Promise<JWTPayload> {
    const hasAll = claims['email'] !== undefined && (claim === undefined || claimIn(claims, claim) !== undefined);
    if (hasAll || userInfoUrl === undefined || accessToken === undefined) return {};
    const headers = { authorization: `Bearer ${accessToken}` };
    const response = await fetch(userInfoUrl, { headers, signal: AbortSignal.timeout(userInfoMs) });
    const found = (await response.json()) as JWTPayload;
    return found.sub === claims.sub ? found : {};
  }
}

const withoutTokens = async <Account extends object>(account: Account) => ({
  data: { ...account, accessToken: null, refreshToken: null, idToken: null },
});

/** The id under which the library stores a mailed link. */
export const mailedLinkId = (token: string): string => `magic-link:${hashOf(token)}`;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

const mailText = (
  link: string,
): string => `Open this link to sign in to Parley. It works once, within ${mailLinkSeconds / 60} minutes:

${link}

If you did not request it, ignore this email.
`;
