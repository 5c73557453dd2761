import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve, type Served } from '../wire/served.fixture.ts';

const tokens = readFileSync(new URL('../../../../../apps/web/src/design/tokens.css', import.meta.url), 'utf8');

let served: Served;
beforeAll(async () => {
  served = await serve();
});
afterAll(() => served.close());

describe.each(['/login', '/no-meeting'])('the page %s', (path) => {
  it('runs and loads nothing but its own files, and none of its text is a script', async () => {
    const { status, headers, body } = await served.ask('GET', path);
    expect([status, headers['cache-control'], headers['referrer-policy']]).toEqual([200, 'no-store', 'same-origin']);
    const policy = String(headers['content-security-policy']);
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "form-action 'self'",
      "trusted-types 'none'",
    ])
      expect(policy.split('; ')).toContain(rule);
    expect(policy).not.toContain('unsafe');
    expect(body.toString()).not.toMatch(/<style|<script(?![^>]*src=)| style=| on\w+=/);
  });

  it('has the tokens of the app, in files that are cached for ever', async () => {
    const html = (await served.ask('GET', path)).body.toString();
    const files = [...html.matchAll(/(?:src|href)="(assets\/[^"]+)"/g)].map(([, file]) => file!);
    expect(files).toHaveLength(2);
    const answers = await Promise.all(files.map((file) => served.ask('GET', `/${file}`)));
    for (const { status, headers } of answers)
      expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    const styles = answers.find(({ headers }) => String(headers['content-type']).startsWith('text/css'))!.body.toString();
    for (const [, name] of tokens.matchAll(/^ {2}(--[\w-]+):/gm)) expect(styles).toContain(`${name}:`);
  });
});
