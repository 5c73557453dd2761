import { expect, it } from 'vitest';
import { local, purposeOf } from './next.ts';

it.each(['account', 'link', 'link?code=BCDF-GHJK', 'inbox', '.', 'room/5f0c2a9e-1111-4222-8333-444455556666', 'room/a#m12'])(
  'continues at %s',
  (next) => expect(local(next)).toBe(next),
);

const elsewhere = [
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/account',
  'javascript:alert(1)',
  'data:text/html,x',
  'evil.example',
  '..',
  '../..',
  '..//evil',
  './/evil.example',
  '.evil.example',
  'room//evil.example',
  'room/../login',
  'room/a/b',
  'room/',
  'account\nset-cookie: a=b',
  'account\r\n',
  'account#//evil.example?\\',
  '\taccount',
  ' account',
  'account@evil.example',
  '?next=//evil.example',
  '#a',
  'space/a/0123456789abcdef',
  '',
];

it.each(elsewhere)('continues at the account instead of %j', (next) => {
  expect(local(next)).toBe('account');
});

it.each(['', 'sub/'])('never leaves the service below %j, whatever it accepts', (folder) => {
  const root = `https://parley.example/${folder}`;
  for (const next of [...elsewhere, '.', 'inbox', 'room/a#m12', 'link?code=%2F%2Fevil'])
    expect(new URL(local(next), `${root}login`).href.startsWith(root)).toBe(true);
});

it('says what comes next, and repeats only what is a code', () => {
  expect(purposeOf('link?code=bcdfghjk')).toContain('the code BCDF-GHJK');
  expect(purposeOf('link?code=Call%20me%20now')).toBe(purposeOf('link'));
  expect(purposeOf('account')).toBe('');
});
