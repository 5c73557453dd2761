import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachment } from './attachment.ts';

const header = /^attachment; filename="([\x20-\x7e]*)"; filename\*=UTF-8''([\w!#$&+.^`|~%-]*)$/;

describe('the name of a download', () => {
  it('is complete for new clients and ASCII for old ones', () => {
    expect(attachment('Über "uns" 100%.md')).toBe(
      `attachment; filename="_ber _uns_ 100_.md"; filename*=UTF-8''%C3%9Cber%20%22uns%22%20100%25.md`,
    );
    expect(attachment("it's (a) *.md")).toContain(`filename*=UTF-8''it%27s%20%28a%29%20%2A.md`);
  });

  it('is always one well-formed header that preserves the name', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const [, ascii, whole] = header.exec(attachment(name)) ?? [];
        expect(ascii).toMatch(/^[^"\\]*$/);
        expect(decodeURIComponent(whole!)).toBe(name);
      }),
      { numRuns: 500 },
    ));
});
