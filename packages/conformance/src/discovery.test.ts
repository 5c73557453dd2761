import { expect, it } from 'vitest';
import { read } from './answer.ts';
import { covers } from './call.ts';
import { send } from './client.ts';
import { openSpace } from './scenes.ts';

it('a 401 points at metadata that exists (RFC 9728)', async () => {
  const { spaceId } = await openSpace();
  const { headers } = await covers('getSpace', 401, { spaceId });
  const [, address] = /resource_metadata="([^"]+)"/.exec(headers.get('www-authenticate')!)!;
  const { pathname } = new URL(address!);
  expect(pathname).toBe('/.well-known/oauth-protected-resource');
  const { status, body } = await read(await send({ method: 'GET', path: pathname }));
  expect(status).toBe(200);
  expect(body).toMatchObject({ resource: expect.stringMatching(/^https?:/) });
});
