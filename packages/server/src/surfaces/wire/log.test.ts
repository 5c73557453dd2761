import fc from 'fast-check';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createLogger, redact } from './log.ts';

const key = 'a1B2c3d4'.repeat(8);
const hexDigit = fc.constantFrom(...'0123456789abcdefABCDEF');

describe('what is logged', () => {
  it('contains no key, wherever it occurs', () =>
    fc.assert(
      fc.property(fc.array(hexDigit, { minLength: 64, maxLength: 64 }), fc.string(), fc.string(), (digits, before, after) => {
        const secret = digits.join('');
        expect(redact(`${before}${secret}${after}`)).not.toContain(secret);
      }),
    ));

  it.each([
    [`/hub/space/1/stream?key=${key}&timestamp=1`, '/hub/space/1/stream?key=[redacted]&timestamp=1'],
    ['/setup?token=a-b_c&next=link', '/setup?token=[redacted]&next=link'],
    ['/x?a=1&KEY=what ever#top', '/x?a=1&KEY=[redacted] ever#top'],
    [`/space/1/${key}/.well-known/agent.md`, '/space/1/[redacted]/.well-known/agent.md'],
    ['Bearer usr_Ab-9_zz.', 'Bearer usr_[redacted].'],
    ['/x?monkey=1', '/x?monkey=1'],
    ['11111111-1111-4111-8111-111111111111', '11111111-1111-4111-8111-111111111111'],
  ])('%s', (text, shown) => expect(redact(text)).toBe(shown));

  it('describes an error, its cause included, and dumps neither it nor the request', () => {
    const logger = createLogger('silent') as unknown as Record<symbol, Record<string, (value: unknown) => unknown>>;
    const { err, req, res } = logger[pino.symbols.serializersSym]!;
    const cause = Object.assign(new Error(`query of ${key}`), { code: '42P01', parameters: [key] });
    const error = Object.assign(new TypeError(`no ${key}`, { cause }), { query: key });
    const described = err!(error);
    expect(described).toMatchObject({
      type: 'TypeError',
      message: 'no [redacted]',
      cause: { message: 'query of [redacted]', code: '42P01' },
    });
    expect(JSON.stringify(described)).not.toContain(key);
    const failed = new Error('Failed query: insert into t\nparams: secret,other');
    expect(JSON.stringify(err!(failed))).not.toContain('secret');
    expect(err!(failed)).toMatchObject({ message: 'Failed query: insert into t', stack: expect.stringContaining('    at ') });
    expect(err!(`thrown ${key}`)).toEqual({ message: 'thrown [redacted]' });
    expect([req!({ url: key }), res!({})]).toEqual([undefined, undefined]);
  });
});
