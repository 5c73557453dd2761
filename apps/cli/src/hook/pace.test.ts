import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { failureMs, mayAsk, membershipOf, midTurnMs, readPace, writePace } from './pace.ts';

const now = 1_000_000;

test('in the middle of a turn, a server is asked once in a while, unless it is known that something waits', () => {
  expect(mayAsk({}, 'post-tool-use', false, now)).toBe(true);
  expect(mayAsk({ askedAt: now - midTurnMs + 1 }, 'post-tool-use', false, now)).toBe(false);
  expect(mayAsk({ askedAt: now - midTurnMs }, 'post-tool-use', false, now)).toBe(true);
  expect(mayAsk({ askedAt: now }, 'post-tool-use', true, now)).toBe(true);
});

test('in the middle of a turn, messages are shown once in a while, however many come', () => {
  expect(mayAsk({ shownAt: now - midTurnMs + 1 }, 'post-tool-use', true, now)).toBe(false);
  expect(mayAsk({ shownAt: now - midTurnMs }, 'post-tool-use', true, now)).toBe(true);
  for (const event of ['session-start', 'prompt', 'stop'] as const)
    expect(mayAsk({ shownAt: now, askedAt: now }, event, false, now)).toBe(true);
});

test('after a failure, nobody waits for that server for a while', () => {
  expect(mayAsk({ failedAt: now - failureMs + 1 }, 'prompt', true, now)).toBe(false);
  expect(mayAsk({ failedAt: now - failureMs }, 'prompt', true, now)).toBe(true);
});

test('a clock that was set back does not stop it for long', () => {
  expect(mayAsk({ askedAt: now + failureMs, failedAt: now + failureMs }, 'post-tool-use', false, now)).toBe(true);
});

test('what was written is read again, and a damaged file is none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-pace-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  expect(await readPace(folder)).toEqual({});
  const over = [membershipOf({ spaceId: 's', participantId: 'p' }), membershipOf({ spaceId: 't' })];
  await writePace(folder, { askedAt: 1, failedAt: undefined, over });
  expect(await readPace(folder)).toEqual({ askedAt: 1, over });
  await writePace(folder, { over: Array.from({ length: 300 }, (_, i) => `s${i}`) });
  expect((await readPace(folder)).over).toHaveLength(100);
  await writeFile(join(folder, 'hook.json'), '{"over": 7, "askedAt": "x"');
  expect(await readPace(folder)).toEqual({});
});
