import { expect } from '../expect/expect.ts';
import { addition } from '../runner/promises.ts';
import { everybody } from '../scenes.ts';
import { covers } from '../wire/call.ts';
import { send } from '../wire/client.ts';

addition('each participant has a picture that the server makes', async () => {
  const { owner } = await everybody();
  const { body } = await covers('getSpace', 200, owner);
  for (const { avatarUrl } of body.participants) {
    const response = await send({ method: 'GET', path: new URL(avatarUrl).pathname });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^image\/svg\+xml/);
    expect(await response.text()).toMatch(/^<svg/);
  }
});
