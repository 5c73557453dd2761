import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { call, covers, nobody } from './call.ts';
import { send } from './client.ts';
import { waitsForNoLink } from './notes.ts';
import { human, otherHuman, servedWith } from './requests.ts';
import { startLink } from './scenes.ts';

const start = async (input = {}) => (await covers('startLink', 200, nobody, input)).body;
const longestWaitSeconds = 30;

describe('a link request', () => {
  it('200: tells where the human is to go, and a secret that is in no address', async () => {
    const { deviceCode, verificationUri, verificationUriComplete, expiresIn, interval } = await start({ agentName: 'Ada' });
    expect(verificationUriComplete.startsWith(verificationUri)).toBe(true);
    expect(new URL(verificationUriComplete).search).toMatch(/[BCDFGHJKLMNPQRSTVWXZ2-9]{4}-?[BCDFGHJKLMNPQRSTVWXZ2-9]{4}$/);
    expect(verificationUriComplete).not.toContain(deviceCode);
    expect(expiresIn).toBeGreaterThan(0);
    expect(interval).toBe(5);
  });

  it('200 without a body; 400 when the name is none', async () => {
    const response = await send({ method: 'POST', path: '/hub/link/start' });
    expect(response.status).toBe(200);
    await covers('startLink', 400, nobody, { agentName: 5 });
    await covers('startLink', 400, nobody, { agentName: 'x'.repeat(81) });
  });

  it('is another one at every call, whatever the Idempotency-Key', async () => {
    const again = { headers: { 'idempotency-key': randomUUID() } };
    const [first, second] = [
      await covers('startLink', 200, nobody, {}, again),
      await covers('startLink', 200, nobody, {}, again),
    ];
    expect(first.body.deviceCode).not.toBe(second.body.deviceCode);
    expect(second.headers.get('idempotency-replayed')).toBeNull();
  });

  it('429 when it is polled faster than the interval, then goes on; never where the rate limit is off', async () => {
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

  it('404 for a device code that nobody was given, 400 for none', async () => {
    await covers('pollLink', 404, nobody, { deviceCode: 'unknown' });
    await covers('pollLink', 404, nobody, { deviceCode: 'x'.repeat(10_000) });
    await covers('pollLink', 400, nobody, {});
  });

  it('410 when its time is over', async ({ skip }) => {
    const { deviceCode, expiresIn } = await start();
    if (expiresIn > longestWaitSeconds) {
      waitsForNoLink();
      skip(`link requests live for ${expiresIn} s here`);
    }
    await sleep(expiresIn * 1000 + 100);
    expect((await covers('pollLink', 410, nobody, { deviceCode })).body).toMatchObject({ code: 'link_gone' });
  });
});

describe.runIf(servedWith((name) => name === 'decideLink').length > 0)('a human who is asked', () => {
  it('200: sees who asks and since when, by the code in any case, with or without the dash', async () => {
    const { deviceCode, userCode } = await startLink({ agentName: 'Ada' });
    for (const typed of [userCode, userCode.toLowerCase(), userCode.replace('-', '')]) {
      const { body, text } = await covers('getLink', 200, human, { userCode: typed });
      expect(body).toMatchObject({ userCode, agentName: 'Ada', address: expect.any(String) });
      expect(Date.parse(body.expiresAt)).toBeGreaterThan(Date.parse(body.createdAt));
      expect(text).not.toContain(deviceCode);
    }
  });

  it('200: approves, and the agent gets its token once', async () => {
    const { deviceCode, userCode } = await startLink({ agentName: 'Ada' });
    expect((await covers('decideLink', 200, human, { userCode, decision: 'approved' })).body).toEqual({ ok: true });
    const { body } = await covers('pollLink', 200, nobody, { deviceCode });
    expect(body).toMatchObject({ status: 'approved', token: expect.stringMatching(/^usr_[\w-]{43}$/) });
    expect(body.token!.startsWith(body.prefix!)).toBe(true);
    expect((await covers('pollLink', 410, nobody, { deviceCode })).body).toMatchObject({ code: 'link_gone' });
    const tokens = (await covers('listApiTokens', 200, human)).body;
    expect(tokens.find(({ prefix }) => prefix === body.prefix)).toMatchObject({ name: 'Ada', revoked: false });
  });

  it('200: refuses, and the agent is told so', async () => {
    const { deviceCode, userCode } = await startLink();
    await covers('decideLink', 200, human, { userCode, decision: 'denied' });
    expect((await covers('pollLink', 200, nobody, { deviceCode })).body).toEqual({ status: 'denied' });
  });

  it('409 for another decision or by another human, 200 for the same again; 404 to look at it', async () => {
    const { userCode } = await startLink();
    for (let time = 0; time < 2; time += 1) await covers('decideLink', 200, human, { userCode, decision: 'denied' });
    await covers('decideLink', 409, human, { userCode, decision: 'approved' });
    await covers('decideLink', 409, otherHuman, { userCode, decision: 'denied' });
    await covers('getLink', 404, human, { userCode });
  });

  it('404 for a code that is none, 400 for a decision that is none', async () => {
    const { userCode } = await startLink();
    for (const code of ['unknown', 'BCDF-GHJK']) {
      expect((await covers('getLink', 404, human, { userCode: code })).body).toMatchObject({ code: 'link_not_found' });
      await covers('decideLink', 404, human, { userCode: code, decision: 'approved' });
    }
    for (const decision of ['perhaps', true, undefined]) await covers('decideLink', 400, human, { userCode, decision });
  });
});
