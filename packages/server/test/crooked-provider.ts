import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** The answers of an OpenID provider; each part can be wrong. */
interface Answers {
  /** Claims of the ID token; undefined if there is no ID token. */
  idToken: Record<string, unknown> | undefined;
  /** Claims that the ID token must have and does not. */
  lacks: string[];
  /** The `typ` of the ID token. */
  idTokenType: string | undefined;
  userInfo: Record<string, unknown>;
  /** Statuses of the next answers to discovery. */
  discovery: number[];
  /** Its token endpoint never answers. */
  hangs: boolean;
}

/** An OpenID provider without sign-in, which answers as configured. */
export async function startCrookedProvider(clientId: string) {
  const answers: Answers = { idToken: undefined, lacks: [], idTokenType: undefined, userInfo: {}, discovery: [], hangs: false };
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const key = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256', use: 'sig' };
  let nonce = '';

  const idTokenOf = (claims: Record<string, unknown>) => {
    const iat = Math.floor(Date.now() / 1000);
    const all = { iss: issuer, aud: clientId, iat, exp: iat + 300, nonce, ...claims };
    return new SignJWT(Object.fromEntries(Object.entries(all).filter(([name]) => !answers.lacks.includes(name))))
      .setProtectedHeader({ alg: 'ES256', kid: 'k', ...(answers.idTokenType && { typ: answers.idTokenType }) })
      .sign(privateKey);
  };

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, issuer);
    const json = (body: object, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    switch (pathname) {
      case '/.well-known/openid-configuration':
        return json(metadata(), answers.discovery.shift());
      case '/jwks':
        return json({ keys: [key] });
      case '/authorize': {
        nonce = searchParams.get('nonce') ?? '';
        const back = new URL(searchParams.get('redirect_uri')!);
        back.search = new URLSearchParams({ code: 'c', state: searchParams.get('state')! }).toString();
        return void response.writeHead(302, { location: back.href }).end();
      }
      case '/token': {
        if (answers.hangs) return;
        const idToken = answers.idToken && { id_token: await idTokenOf(answers.idToken) };
        return json({ access_token: 'a', token_type: 'Bearer', ...idToken });
      }
      default:
        return json(answers.userInfo);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    id_token_signing_alg_values_supported: ['ES256'],
  });
  return {
    issuer,
    answers,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
