import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whileWaiting } from './spinner.ts';

let written: string[];
const { isTTY } = process.stderr;
beforeEach(() => {
  written = [];
  vi.useFakeTimers();
  vi.stubEnv('CI', '');
  vi.stubEnv('TERM', 'xterm');
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  process.stderr.isTTY = isTTY;
});

/** Work that asks for a spinner of its own, as each request does. */
async function working(isTerminal: boolean): Promise<void> {
  process.stderr.isTTY = isTerminal;
  let percent = 0;
  let finish = () => {};
  const request = () => whileWaiting('Waiting for the server', new Promise<void>((done) => (finish = done)));
  const work = whileWaiting(() => `Uploading \u001b[2Jbuild.log: ${percent}%`, request);
  await vi.advanceTimersByTimeAsync(700);
  percent = 42;
  await vi.advanceTimersByTimeAsync(200);
  finish();
  await work;
}

test('a terminal shows how far the work is, not what it waits for within, and nothing of it afterwards', async () => {
  await working(true);
  const all = written.join('');
  expect(all).toContain('build.log: 0%');
  expect(all).toContain('build.log: 42%');
  expect(all).not.toContain('Waiting for the server');
  expect(all).not.toContain('\u001b[2J');
  expect(written.at(-1)).toBe('\r\u001b[K');
});

test('what is no terminal gets nothing', async () => {
  await working(false);
  expect(written).toEqual([]);
});
