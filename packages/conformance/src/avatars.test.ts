import { expect, it } from 'vitest';
import { covers } from './call.ts';
import { send } from './client.ts';
import { everybody } from './scenes.ts';

it('each participant has a picture that the server makes', async () => {
  const { owner } = await everybody();
  const { body } = await covers('getSpace', 200, owner);
  for (const { avatarUrl } of body.participants) {
    const response = await send({ method: 'GET', path: new URL(avatarUrl).pathname });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^image\/svg\+xml/);
    expect(await response.text()).toMatch(/^<svg/);
  }
});
