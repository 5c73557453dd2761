import { describe, expect, it } from 'vitest';
import { Readiness, type Check, type CheckState } from './readiness.ts';

function given(checks: Record<string, Check>) {
  let time = 1_000_000;
  const readiness = new Readiness({ checks, version: '1.2.3', now: () => time, timeoutMs: 20 });
  return { readiness, pass: (ms: number) => (time += ms) };
}

describe('readiness', () => {
  it('names every check, and the version', async () => {
    const { readiness } = given({ database: async () => 'ok', bus: async () => 'ok' });
    expect(await readiness.report()).toEqual({ status: 'ready', checks: { database: 'ok', bus: 'ok' }, version: '1.2.3' });
  });

  it.each<[CheckState, string]>([
    ['ok', 'ready'],
    ['degraded', 'ready'],
    ['failed', 'failed'],
  ])('a check that is %s makes it %s', async (state, status) => {
    const { readiness } = given({ database: async () => 'ok', other: async () => state });
    expect(await readiness.report()).toMatchObject({ status, checks: { database: 'ok', other: state } });
  });

  it('a check that throws or does not answer in time has failed', async () => {
    const { readiness } = given({
      throws: () => {
        throw new Error('down');
      },
      rejects: () => Promise.reject(new Error('down')),
      hangs: () => new Promise(() => {}),
    });
    expect(await readiness.report()).toMatchObject({
      status: 'failed',
      checks: { throws: 'failed', rejects: 'failed', hangs: 'failed' },
    });
  });

  it('any number of probes cost one check, and its result is used for a second', async () => {
    let asked = 0;
    const { readiness, pass } = given({
      database: async () => {
        asked += 1;
        return 'ok';
      },
    });
    await Promise.all(Array.from({ length: 1_000 }, () => readiness.report()));
    pass(999);
    await readiness.report();
    expect(asked).toBe(1);
    pass(1);
    await readiness.report();
    expect(asked).toBe(2);
  });

  it('recovers by itself', async () => {
    let state: CheckState = 'failed';
    const { readiness, pass } = given({ database: async () => state });
    expect((await readiness.report()).status).toBe('failed');
    state = 'ok';
    pass(1_000);
    expect((await readiness.report()).status).toBe('ready');
  });

  it('a draining process is not ready, and says since when', async () => {
    const { readiness, pass } = given({ database: async () => 'ok' });
    readiness.drain();
    pass(5_000);
    readiness.drain();
    expect(await readiness.report()).toEqual({
      status: 'draining',
      checks: { database: 'ok' },
      version: '1.2.3',
      drainingSince: '1970-01-01T00:16:40.000Z',
    });
  });

  it('a process that starts to drain while its checks run is not ready', async () => {
    const { readiness } = given({ database: async () => 'ok' });
    const report = readiness.report();
    readiness.drain();
    expect((await report).status).toBe('draining');
  });
});
