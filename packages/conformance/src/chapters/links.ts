import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '../expect/expect.ts';
import { waitsForNoLink } from '../notes.ts';
import { hasHumans, human, needsSessions, notServed, otherHuman, served } from '../requests.ts';
import { addition, additions, group, promise } from '../runner/promises.ts';
import { skip } from '../runner/scope.ts';
import { startLink } from '../scenes.ts';
import { alsoPromised } from '../spec-only.ts';
import { target } from '../target.ts';
import { call, covers, nobody } from '../wire/call.ts';
import { send } from '../wire/client.ts';

const start = async (input = {}) => (await covers('startLink', 200, nobody, input)).body;

group('a link request', () => {
  promise('200: returns the URL for the human, and a secret that is in no URL', async () => {
    const { deviceCode, verificationUri, verificationUriComplete, expiresIn, interval } = await start({ agentName: 'Ada' });
    expect(verificationUriComplete.startsWith(verificationUri)).toBe(true);
    alsoPromised(() =>
      expect(new URL(verificationUriComplete).search).toMatch(/[BCDFGHJKLMNPQRSTVWXZ2-9]{4}-?[BCDFGHJKLMNPQRSTVWXZ2-9]{4}$/),
    );
    expect(verificationUriComplete).not.toContain(deviceCode);
    expect(expiresIn).toBeGreaterThan(0);
    alsoPromised(() => expect(interval).toBe(5));
  });

  promise('200 without a body; 400 if the name is not text', async () => {
    const response = await send({ method: 'POST', path: '/hub/link/start' });
    expect(response.status).toBe(200);
    await covers('startLink', 400, nobody, { agentName: 5 });
    if (!target().specOnly) await covers('startLink', 400, nobody, { agentName: 'x'.repeat(81) });
  });

  promise('is a new one at every call, whatever the Idempotency-Key', async () => {
    const again = { headers: { 'idempotency-key': randomUUID() } };
    const [first, second] = [
      await covers('startLink', 200, nobody, {}, again),
      await covers('startLink', 200, nobody, {}, again),
    ];
    expect(first.body.deviceCode).not.toBe(second.body.deviceCode);
    expect(second.headers.get('idempotency-replayed')).toBeNull();
  });

  addition('429 when it is polled faster than the interval, then works again; never if the rate limit is off', async () => {
    const { deviceCode, interval } = await start();
    // At the same time: one after the other, a slow machine could keep to the interval.
    const together = (count: number) =>
      Promise.all(Array.from({ length: count }, () => call('pollLink', nobody, { deviceCode }, { mayBeRefused: true })));
    const polls = await together(3);
    const [answered, refused] = [200, 429].map((wanted) => polls.filter(({ status }) => status === wanted));
    for (const { body } of answered!) expect(body).toEqual({ status: 'pending' });
    if (answered!.length === 3) {
      await covers('pollLink', 200, nobody, { deviceCode });
      expect(new Set((await together(320)).map(({ status }) => status))).toEqual(new Set([200]));
      return;
    }
    expect([answered!.length, refused!.length]).toEqual([1, 2]);
    for (const { headers, body } of refused!) {
      expect(body).toMatchObject({ code: 'slow_down' });
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(interval);
    }
    await sleep(interval * 1000);
    await covers('pollLink', 200, nobody, { deviceCode });
  });

  promise('200 with the token once, after a human approved it; then 410', async () => {
    const { approve } = target();
    if (!approve) skip('it needs a command that approves link requests: --approve');
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

  promise('404 for an unknown device code, 400 for none', async () => {
    await covers('pollLink', 404, nobody, { deviceCode: 'unknown' });
    if (!target().specOnly) await covers('pollLink', 404, nobody, { deviceCode: 'x'.repeat(10_000) });
    await covers('pollLink', 400, nobody, {});
  });

  promise('410 once it has expired', async () => {
    const { deviceCode, expiresIn } = await start();
    if (expiresIn > target().patienceSeconds) {
      waitsForNoLink();
      skip(`link requests of this server live for ${expiresIn} s`);
    }
    await sleep(expiresIn * 1000 + 100);
    const { body } = await covers('pollLink', 410, nobody, { deviceCode });
    alsoPromised(() => expect(body).toMatchObject({ code: 'link_gone' }));
  });
});

additions.when(served.includes('decideLink'), hasHumans ? notServed : needsSessions)('a human who decides', () => {
  promise(
    '200: sees the agent and the time of the request, by the code in upper or lower case, with or without the dash',
    async () => {
      const { deviceCode, userCode } = await startLink({ agentName: 'Ada' });
      for (const typed of [userCode, userCode.toLowerCase(), userCode.replace('-', ''), ` ${userCode.replace('-', ' ')}`]) {
        const { body, text } = await covers('getLink', 200, human, { userCode: typed });
        expect(body).toMatchObject({ userCode, agentName: 'Ada', address: expect.any(String) });
        expect(Date.parse(body.expiresAt)).toBeGreaterThan(Date.parse(body.createdAt));
        expect(text).not.toContain(deviceCode);
      }
    },
  );

  promise('200: approves, and the agent gets its token once', async () => {
    const { deviceCode, userCode } = await startLink({ agentName: 'Ada' });
    const typed = { userCode: userCode.toLowerCase().replace('-', '') };
    expect((await covers('decideLink', 200, human, { ...typed, decision: 'approved' })).body).toEqual({ ok: true });
    const { body } = await covers('pollLink', 200, nobody, { deviceCode });
    expect(body).toMatchObject({ status: 'approved', token: expect.stringMatching(/^usr_[\w-]{43}$/) });
    expect(body.token!.startsWith(body.prefix!)).toBe(true);
    expect((await covers('pollLink', 410, nobody, { deviceCode })).body).toMatchObject({ code: 'link_gone' });
    const tokens = (await covers('listApiTokens', 200, human)).body;
    expect(tokens.find(({ prefix }) => prefix === body.prefix)).toMatchObject({ name: 'Ada', revoked: false });
  });

  promise('200: denies once, however many retries arrive at the same time, and the agent learns so', async () => {
    const { deviceCode, userCode } = await startLink();
    const key = { headers: { 'idempotency-key': randomUUID() } };
    const deny = () => covers('decideLink', 200, human, { userCode, decision: 'denied' }, key);
    const answers = await Promise.all(Array.from({ length: 8 }, deny));
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1);
    expect((await covers('pollLink', 200, nobody, { deviceCode })).body).toEqual({ status: 'denied' });
  });

  promise('409 for another decision or by another human, 200 for the same again; 404 when reading it', async () => {
    const { userCode } = await startLink();
    for (let time = 0; time < 2; time += 1) await covers('decideLink', 200, human, { userCode, decision: 'denied' });
    await covers('decideLink', 409, human, { userCode, decision: 'approved' });
    await covers('decideLink', 409, otherHuman, { userCode, decision: 'denied' });
    await covers('getLink', 404, human, { userCode });
  });

  promise('404 for an invalid code, 400 for an invalid decision', async () => {
    const { userCode } = await startLink();
    // Not all by one human, because each can type only so many wrong codes.
    for (const [who, code] of [
      [human, 'unknown'],
      [human, 'BCDF-GHJK'],
      [otherHuman, '\u0000'],
      [otherHuman, 'x'.repeat(5_000)],
    ] as const) {
      expect((await covers('getLink', 404, who, { userCode: code })).body).toMatchObject({ code: 'link_not_found' });
      await covers('decideLink', 404, who, { userCode: code, decision: 'approved' });
    }
    for (const decision of ['perhaps', true, undefined]) await covers('decideLink', 400, human, { userCode, decision });
  });
});
