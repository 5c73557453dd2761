import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  failureMs,
  isDown,
  isOver,
  lostClaims,
  mayAsk,
  membershipOf,
  midTurnMs,
  overMs,
  readPace,
  updatePace,
  type Claims,
} from './pace.ts';

const now = 1_000_000_000;
const membership = membershipOf({ spaceId: 's', participantId: 'p' });
/** No process has this number. */
const gone = 2 ** 30;
const claims = (fields: Partial<Claims> = {}): Claims => ({ membership, key: 'k', next: 0, pid: gone, at: now, ...fields });

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

test('after a failure, nobody waits for that server for a while, and other servers are asked', () => {
  expect(isDown({ failed: { a: now - failureMs + 1 } }, 'a', now)).toBe(true);
  expect(isDown({ failed: { a: now - failureMs + 1 } }, 'b', now)).toBe(false);
  expect(isDown({ failed: { a: now - failureMs } }, 'a', now)).toBe(false);
});

test('a membership that is over is asked about again later', () => {
  expect(isOver({ over: { [membership]: now - overMs + 1 } }, membership, now)).toBe(true);
  expect(isOver({ over: { [membership]: now - overMs } }, membership, now)).toBe(false);
  expect(isOver({}, membership, now)).toBe(false);
});

test('a clock that was set back does not stop it for long', () => {
  const later = now + failureMs;
  expect(mayAsk({ askedAt: later }, 'post-tool-use', false, now)).toBe(true);
  expect(isDown({ failed: { a: later } }, 'a', now)).toBe(false);
});

test('claims are lost when their process has ended, or has another task by now', () => {
  expect(lostClaims({ claims: [claims()] }, membership, now)).toEqual(claims());
  expect(lostClaims({ claims: [claims({ membership: 'other' })] }, membership, now)).toBeUndefined();
  expect(lostClaims({ claims: [claims({ pid: process.pid })] }, membership, now)).toBeUndefined();
  expect(lostClaims({ claims: [claims({ pid: process.pid, at: now - 60_000 })] }, membership, now)).toBeDefined();
  expect(lostClaims({ claims: [claims({ at: now - 24 * 60 * 60_000 })] }, membership, now)).toBeUndefined();
});

test('what was written is read again, and a damaged file is none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-pace-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  expect(await readPace(folder)).toEqual({});
  await updatePace(folder, () => ({ askedAt: 1, over: { [membership]: 2 }, failed: { a: 3 }, claims: [claims()] }));
  await updatePace(folder, (pace) => ({ ...pace, shownAt: 4 }));
  expect(await readPace(folder)).toEqual({
    askedAt: 1,
    shownAt: 4,
    over: { [membership]: 2 },
    failed: { a: 3 },
    claims: [claims()],
  });
  const over = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`s${i}`, i]));
  await updatePace(folder, () => ({ over }));
  const { over: kept } = await readPace(folder);
  expect(Object.keys(kept!)).toHaveLength(100);
  expect(kept).toHaveProperty('s299');
  for (const damaged of ['{"over": 7, "askedAt": "x"', '{"over": ["x"], "failed": "y", "claims": [7, null, {}]}']) {
    await writeFile(join(folder, 'hook.json'), damaged);
    expect(await readPace(folder)).toEqual({});
  }
});
