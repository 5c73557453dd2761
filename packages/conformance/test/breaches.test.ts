import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leaks, patient, type Breach } from './breaches.ts';
import { history } from './history.ts';
import { proposals } from './proposals.ts';
import { startProxy, type Tampering } from './proxy.ts';
import { hasty, usual, type Ours } from './servers.ts';
import { hold } from './suite.ts';
import { unnoticed } from './unnoticed.ts';

let server: Ours;

async function throughProxy(tampering: Tampering, only: string) {
  const proxy = await startProxy(server.url, tampering);
  const { code, report } = await hold({ ...server, url: proxy.url }, '--only', only);
  await proxy.stop();
  return { code, broken: report!.checks.filter(({ status }) => status === 'broken').map(({ name }) => name) };
}

function noticed(breaches: Breach[]): void {
  it.each([...new Set(breaches.map(({ only }) => only))])('nothing is broken without tampering: %s', async (only) => {
    expect(await throughProxy({}, only)).toEqual({ code: 0, broken: [] });
  });

  it.each(breaches)('noticed: $what', async ({ only, promise, tampering }) => {
    const { code, broken } = await throughProxy(tampering(server.url), only);
    expect(broken).toContain(promise);
    expect(code).toBe(1);
  });
}

describe('a server', () => {
  beforeAll(async () => {
    server = await usual('pglite');
  });
  afterAll(() => server.stop());

  it('that returns nonsense is reported without the secrets in it', async () => {
    const proxy = await startProxy(server.url, {
      answer: (passage) => {
        if (passage.path === '/hub/space') passage.body = passage.body.replace('ownerId', 'id');
      },
    });
    const { report, said } = await hold({ ...server, url: proxy.url }, '--only', 'createSpace');
    await proxy.stop();
    expect(said).toContain('‹ownerPrivateKey of createSpace›');
    expect(`${said}${JSON.stringify(report)}`).not.toMatch(/\b[0-9a-f]{64}\b/);
  });

  describe('that leaks a secret', () => {
    noticed(leaks);
  });
  describe('that breaks a promise in a way that once went unnoticed', () => {
    noticed(unnoticed);
  });
  describe('that breaks a promise about versions, changes and the deletion of artifacts', () => {
    noticed(history);
  });
  describe('that breaks a promise about proposals', () => {
    noticed(proposals);
  });
});

describe('a server with short locks, and a human', () => {
  beforeAll(async () => {
    server = await hasty('pglite');
  });
  afterAll(() => server.stop());

  noticed(patient);
});
