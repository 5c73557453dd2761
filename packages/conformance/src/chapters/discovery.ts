import { expect } from '../expect/expect.ts';
import { promise } from '../runner/promises.ts';
import { openSpace } from '../scenes.ts';
import { target } from '../target.ts';
import { read } from '../wire/answer.ts';
import { covers } from '../wire/call.ts';
import { send } from '../wire/client.ts';

promise('a 401 points to existing metadata (RFC 9728)', async () => {
  const { spaceId } = await openSpace();
  const { headers } = await covers('getSpace', 401, { spaceId });
  const [, address] = /resource_metadata="([^"]+)"/.exec(headers.get('www-authenticate')!)!;
  const { pathname } = new URL(address!);
  expect(pathname).toBe('/.well-known/oauth-protected-resource');
  const { status, body } = await read(await send({ method: 'GET', path: pathname }));
  expect(status).toBe(200);
  expect(body).toMatchObject({ resource: expect.stringMatching(/^https?:/) });
});

if (!target().specOnly) {
  promise('MCP has metadata of its own, at the path that RFC 9728 says', async () => {
    const { status, body } = await read(await send({ method: 'GET', path: '/.well-known/oauth-protected-resource/mcp' }));
    expect(status).toBe(200);
    expect(body).toMatchObject({ resource: expect.stringMatching(/^https?:.*\/mcp$/) });
  });
}

promise('the metadata names the issuer for humans and how agents get credentials (RFC 8414)', async () => {
  const resource = await read(await send({ method: 'GET', path: '/.well-known/oauth-protected-resource' }));
  const [issuer] = (resource.body as { authorization_servers: string[] }).authorization_servers;
  const { body } = await read(await send({ method: 'GET', path: '/.well-known/oauth-authorization-server' }));
  expect(body).toMatchObject({
    issuer,
    agent_auth: {
      register_uri: expect.any(String),
      identity_types_supported: ['anonymous', 'identity_assertion'],
      anonymous: expect.any(Object),
      identity_assertion: expect.any(Object),
    },
  });
  if (target().specOnly) return;
  expect(body).toMatchObject({ agent_auth: { register_uri: `${issuer}/hub/link/start` } });
  const { jwks_uri, agent_auth } = body as { jwks_uri: string; agent_auth: { skill: string } };
  const keys = await read(await send({ method: 'GET', path: new URL(jwks_uri).pathname }));
  expect(keys.body).toMatchObject({ keys: [expect.objectContaining({ kty: 'OKP', crv: 'Ed25519' })] });
  expect(keys.text).not.toContain('"d"');
  const guide = await send({ method: 'GET', path: new URL(agent_auth.skill).pathname });
  expect(guide.headers.get('content-type')).toMatch(/^text\/markdown/);
  expect(await guide.text()).toContain('X-Private-Key');
});
