import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '../expect/expect.ts';
import { waitsForNoLink } from '../notes.ts';
import { addition, group, promise } from '../runner/promises.ts';
import { skip } from '../runner/scope.ts';
import { alsoPromised } from '../spec-only.ts';
import { target } from '../target.ts';
import { call, covers, nobody } from '../wire/call.ts';
import { send } from '../wire/client.ts';

const start = async (input = {}) => (await covers('startLink', 200, nobody, input)).body;

group('a link request', () => {
  promise('200: tells where the human is to go, and a secret that is in no address', async () => {
    const { deviceCode, verificationUri, verificationUriComplete, expiresIn, interval } = await start({ agentName: 'Ada' });
    expect(verificationUriComplete.startsWith(verificationUri)).toBe(true);
    alsoPromised(() =>
      expect(new URL(verificationUriComplete).search).toMatch(/[BCDFGHJKLMNPQRSTVWXZ2-9]{4}-?[BCDFGHJKLMNPQRSTVWXZ2-9]{4}$/),
    );
    expect(verificationUriComplete).not.toContain(deviceCode);
    expect(expiresIn).toBeGreaterThan(0);
    alsoPromised(() => expect(interval).toBe(5));
  });

  promise('200 without a body; 400 when the name is none', async () => {
    const response = await send({ method: 'POST', path: '/hub/link/start' });
    expect(response.status).toBe(200);
    await covers('startLink', 400, nobody, { agentName: 5 });
    if (!target().specOnly) await covers('startLink', 400, nobody, { agentName: 'x'.repeat(81) });
  });

  promise('is another one at every call, whatever the Idempotency-Key', async () => {
    const again = { headers: { 'idempotency-key': randomUUID() } };
    const [first, second] = [
      await covers('startLink', 200, nobody, {}, again),
      await covers('startLink', 200, nobody, {}, again),
    ];
    expect(first.body.deviceCode).not.toBe(second.body.deviceCode);
    expect(second.headers.get('idempotency-replayed')).toBeNull();
  });

  addition('429 when it is polled faster than the interval, then goes on; never where the rate limit is off', async () => {
    const { deviceCode, interval } = await start();
    expect((await covers('pollLink', 200, nobody, { deviceCode })).body).toEqual({ status: 'pending' });
    const second = await call('pollLink', nobody, { deviceCode }, { mayBeRefused: true });
    if (second.status === 200) {
      const polls = Array.from({ length: 320 }, () => call('pollLink', nobody, { deviceCode }, { mayBeRefused: true }));
      expect(new Set((await Promise.all(polls)).map(({ status }) => status))).toEqual(new Set([200]));
      return;
    }
    const { headers, body } = await covers('pollLink', 429, nobody, { deviceCode });
    expect(body).toMatchObject({ code: 'slow_down' });
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(interval);
    await sleep(interval * 1000);
    await covers('pollLink', 200, nobody, { deviceCode });
  });

  promise('200 with the token once, when a human approved it; then 410', async () => {
    const { approve } = target();
    if (!approve) skip('it needs somebody who approves link requests: --approve');
    const { deviceCode, verificationUriComplete } = await start({ agentName: 'Ada' });
    await approve(verificationUriComplete);
    const polls = await Promise.all(Array.from({ length: 5 }, () => call('pollLink', nobody, { deviceCode })));
    const told = polls.flatMap(({ body }) => (body as { token?: string }).token ?? []);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/^usr_/);
    await covers('pollLink', 410, nobody, { deviceCode });
    const { body: space } = await covers('createSpace', 200, { userToken: told[0]! }, { name: 'Bridge', description: '' });
    const { body } = await covers('getMySpaceKey', 200, { spaceId: space.spaceId, userToken: told[0]! });
    expect(body).toEqual({ role: 'owner', privateKey: space.ownerPrivateKey });
  });

  promise('404 for a device code that nobody was given, 400 for none', async () => {
    await covers('pollLink', 404, nobody, { deviceCode: 'unknown' });
    if (!target().specOnly) await covers('pollLink', 404, nobody, { deviceCode: 'x'.repeat(10_000) });
    await covers('pollLink', 400, nobody, {});
  });

  promise('410 when its time is over', async () => {
    const { deviceCode, expiresIn } = await start();
    if (expiresIn > target().patienceSeconds) {
      waitsForNoLink();
      skip(`link requests live for ${expiresIn} s here`);
    }
    await sleep(expiresIn * 1000 + 100);
    const { body } = await covers('pollLink', 410, nobody, { deviceCode });
    alsoPromised(() => expect(body).toMatchObject({ code: 'link_gone' }));
  });
});
