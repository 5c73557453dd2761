import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';

export interface TestIssuer {
  url: string;
  audience: string;
  /** Settings that make a server trust it. */
  settings: Record<string, string>;
  /** A session of a human. `claims` override the defaults, and `header` is added to that of the JWT. */
  session(subject: string, claims?: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>;
  /** Rotates to another key, and publishes only that one. */
  rotate(): Promise<void>;
  /** How often its keys were fetched. */
  fetches(): number;
  /** The public key it signs with. */
  publicKey(): JWK;
  stop(): Promise<void>;
}

const alg = 'ES256';

/** An identity provider with only discovery and published keys. */
export async function startIssuer(): Promise<TestIssuer> {
  let key: { kid: string; secret: CryptoKey; published: JWK };
  let [keys, fetches] = [0, 0];
  const rotate = async () => {
    const { publicKey, privateKey } = await generateKeyPair(alg);
    const kid = `key ${(keys += 1)}`;
    key = { kid, secret: privateKey, published: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
  };
  await rotate();

  const server = createServer((request, response) => {
    const documents: Record<string, object> = {
      '/.well-known/openid-configuration': { issuer: url, jwks_uri: `${url}/jwks` },
      '/jwks': { keys: [key.published] },
    };
    if (request.url === '/jwks') fetches += 1;
    const document = documents[request.url!];
    response.writeHead(document ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(document ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const audience = 'parley';

  return {
    url,
    audience,
    settings: { PARLEY_OIDC_ISSUER: url, PARLEY_OIDC_AUDIENCE: audience },
    session: (subject, claims, header) => {
      const inAnHour = Math.floor(Date.now() / 1000) + 3_600;
      const said = {
        iss: url,
        aud: audience,
        sub: subject,
        exp: inAnHour,
        name: subject,
        email: `${subject}@example.org`,
        ...claims,
      };
      return new SignJWT(said).setProtectedHeader({ ...header, alg, kid: key.kid }).sign(key.secret);
    },
    rotate,
    fetches: () => fetches,
    publicKey: () => key.published,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
