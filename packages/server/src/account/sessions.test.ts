import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expect, it } from 'vitest';
import { Sessions, type Issuer } from './sessions.ts';

const claims = { issuer: 'https://parley.example', audience: 'https://parley.example' };

async function given() {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA');
  const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'EdDSA' }] });
  const embedded: Issuer = {
    claims: () => claims,
    identityIn: ({ sub }) => ({ issuer: 'embedded', subject: sub! }),
    keys: async () => keys,
    isLive: async () => true,
  };
  const signed = (typ: string | undefined) =>
    new SignJWT({ sub: 'ada', name: 'Ada' })
      .setProtectedHeader({ alg: 'EdDSA', kid: 'k', ...(typ !== undefined && { typ }) })
      .setIssuer(claims.issuer)
      .setAudience(claims.audience)
      .setExpirationTime('5m')
      .sign(privateKey);
  return { sessions: new Sessions([embedded]), signed };
}

it('a session is a JWT without a type, or of type JWT or at+jwt, whichever issuer signed it', async () => {
  const { sessions, signed } = await given();
  for (const typ of [undefined, 'JWT', 'jwt', 'at+jwt', 'application/AT+JWT'])
    expect(await sessions.userClaimsIn(await signed(typ)), typ).toMatchObject({ subject: 'ada' });
  for (const typ of ['oauth-id-jag+jwt', 'logout+jwt', 'secevent+jwt', 'dpop+jwt', 'application/logout+jwt', ''])
    await expect(sessions.userClaimsIn(await signed(typ)), typ).rejects.toThrow('This dashboard session is not valid');
});
