import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leaks, patient, type Breach } from '../breaches.ts';
import { catchUp } from '../catch-up.ts';
import { comments } from '../comments.ts';
import { decisions } from '../decisions.ts';
import { search } from '../search.ts';
import { breachesOfFiles } from '../files.ts';
import { history } from '../history.ts';
import { inbound } from '../inbound.ts';
import { pauses } from '../pause.ts';
import { proposals } from '../proposals.ts';
import { breachesOfRequests } from '../requests.ts';
import { tasks } from '../tasks.ts';
import { correction } from '../correction.ts';
import { log } from '../log.ts';
import { redaction } from '../redaction.ts';
import { startProxy, type Tampering } from '../proxy.ts';
import { hasty, usual, type Ours } from '../servers.ts';
import { holdHere } from '../suite.ts';
import { unnoticed } from '../unnoticed.ts';

async function throughProxy(server: Ours, tampering: Tampering, ...only: string[]) {
  const proxy = await startProxy(server.url, tampering);
  const { code, report } = await holdHere({ ...server, url: proxy.url }, ...only.flatMap((text) => ['--only', text]));
  await proxy.stop();
  return { code, checks: report.checks };
}

/** Some are noticed by what never comes, so they wait for it at the same time. */
function noticed(on: () => Ours, kinds: Readonly<Record<string, readonly Breach[]>>): void {
  const breaches = Object.values(kinds).flat();

  it('nothing is broken without tampering', async () => {
    const { code, checks } = await throughProxy(on(), {}, ...new Set(breaches.map(({ only }) => only)));
    expect(checks.filter(({ status }) => status === 'broken')).toEqual([]);
    const kept = new Set(checks.filter(({ status }) => status === 'kept').map(({ name }) => name));
    for (const { promise } of breaches) expect(kept).toContain(promise);
    expect(code).toBe(0);
  });

  describe.concurrent.each(Object.entries(kinds))('that %s', (_, some) => {
    it.each(some)('noticed: $what', async ({ only, promise, tampering }) => {
      const { code, checks } = await throughProxy(on(), tampering(on().url), only);
      expect(checks.filter(({ status }) => status === 'broken').map(({ name }) => name)).toContain(promise);
      expect(code).toBe(1);
    });
  });
}

describe('a server', () => {
  let server: Ours;
  beforeAll(async () => {
    server = await usual('postgres');
  });
  afterAll(() => server.stop());

  it('that returns nonsense is reported without the secrets in it', async () => {
    const proxy = await startProxy(server.url, {
      answer: (passage) => {
        if (passage.path === '/hub/space') passage.body = passage.body.replace('ownerId', 'id');
      },
    });
    const { report, said } = await holdHere({ ...server, url: proxy.url }, '--only', 'createSpace');
    await proxy.stop();
    expect(said).toContain('‹ownerPrivateKey of createSpace›');
    expect(`${said}${JSON.stringify(report)}`).not.toMatch(/\b[0-9a-f]{64}\b/);
  });

  noticed(() => server, {
    'leaks a secret': leaks,
    'breaks a promise in a way that once went unnoticed': unnoticed,
    'breaks a promise about catching up': catchUp,
    'breaks a promise about versions, changes and the deletion of artifacts': history,
    'breaks a promise about proposals': proposals,
    'breaks a promise about tasks': tasks,
    'breaks a promise about decisions': decisions,
    'breaks a promise about corrections': correction,
    'breaks a promise about comments': comments,
    'breaks a promise about events of the past': log,
    'breaks a promise about redaction': redaction,
    'breaks a promise about searching': search,
    'breaks a promise about pauses': pauses,
    'breaks a promise about what participants accept': inbound,
    'breaks a promise about files': breachesOfFiles,
    'breaks a promise about requests, lists, names and replies': breachesOfRequests,
  });
});

describe('a server with short locks, and a human', () => {
  let server: Ours;
  beforeAll(async () => {
    server = await hasty('postgres');
  });
  afterAll(() => server.stop());

  noticed(() => server, { 'breaks a promise about what expires and is approved': patient });
});
