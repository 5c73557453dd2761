import { createServer } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import { freePort } from './free-port.ts';

export interface TestOpenIdProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** A client without a secret, for a dashboard in a browser, with its audience. */
  dashboard: { clientId: string; redirectUri: string; audience: string };
  /** Continues after `stop`. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

async function signingKey(alg: string) {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(privateKey)), alg, use: 'sig', kid: alg };
}

/** A real OpenID provider that accepts any name. Its clients must use PKCE, and can return to `redirectUri`. */
export async function startOpenIdProvider(redirectUri: string): Promise<TestOpenIdProvider> {
  const { Provider } = await import('oidc-provider');
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const [clientId, clientSecret] = ['parley', 'what the two of them share'];
  const dashboard = { clientId: 'dashboard', redirectUri: 'http://127.0.0.1/back', audience: 'https://parley.example' };
  const provider = new Provider(issuer, {
    clients: [
      { client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] },
      {
        client_id: dashboard.clientId,
        token_endpoint_auth_method: 'none',
        application_type: 'native',
        redirect_uris: [dashboard.redirectUri],
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({
        sub,
        name: sub,
        ...(!sub.startsWith('nameless') && { email: `${sub}@example.org`, email_verified: !sub.startsWith('unsure') }),
      }),
    }),
    features: {
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({ scope: '', audience: dashboard.audience, accessTokenFormat: 'jwt' }),
      },
    },
    jwks: { keys: await Promise.all(['RS256', 'ES256'].map(signingKey)) },
    cookies: { keys: ['only for tests'] },
  });
  const server = createServer(provider.callback());
  const start = () => new Promise<void>((resolve) => server.listen(Number(new URL(issuer).port), '127.0.0.1', resolve));
  await start();
  return {
    issuer,
    clientId,
    clientSecret,
    dashboard,
    start,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
