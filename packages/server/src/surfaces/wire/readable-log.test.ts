import { hostile, hostileTexts } from '@parley/testing';
import { expect, it } from 'vitest';
import { createLogger } from './log.ts';
import { readableTo } from './readable-log.ts';

/** What a logger writes for a person. */
function written(level: string, log: (logger: ReturnType<typeof createLogger>) => void): string {
  let text = '';
  log(createLogger(level, readableTo({ write: (line) => (text += line) })));
  return text.replaceAll(/^\d\d:\d\d:\d\d/gm, 'hh:mm:ss');
}

it('a line has the time, the level, the message and the other fields', () => {
  expect(written('info', (log) => log.warn({ requestId: '1', status: 500 }, 'a request failed'))).toBe(
    'hh:mm:ss warn  a request failed requestId="1" status=500\n',
  );
});

it('an error is shown with its stack, indented below the message', () => {
  const text = written('info', (log) => log.error({ err: new TypeError('no head') }, 'work failed'));
  expect(text).toMatch(/^hh:mm:ss error work failed\n {4}TypeError: no head\n {8}at /);
});

it('levels that are off are not written', () => expect(written('warn', (log) => log.info('ready'))).toBe(''));

it('keys stay redacted, and control characters cannot reach the terminal', () => {
  const key = 'a1B2c3d4'.repeat(8);
  const text = written('info', (log) => log.error({ err: new Error(`\u001b[2J${key}\u009b1m`) }, 'odd\u0007\r'));
  expect(text).not.toContain(key);
  expect(text).toContain('odd\\u0007\\u000d\n');
  expect(text).toContain('\\u001b[2J[redacted]\\u009b1m');
  expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
});

it.each([...hostileTexts, ...hostile.refused])('the text %j cannot control the terminal', (each) => {
  const text = written('info', (log) => log.warn({ field: each, err: new Error(each) }, `said ${each}`));
  expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
});
