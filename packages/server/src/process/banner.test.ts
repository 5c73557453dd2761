import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { banner, commandIn } from './banner.ts';

const local = { address: 'http://127.0.0.1:8787', publicUrl: 'http://127.0.0.1:8787', setUpLink: undefined, command: 'parley' };

it('shows the address, the documentation and how to create a space, and mentions accounts last', () => {
  expect(banner({ ...local, setUpLink: 'http://127.0.0.1:8787/setup?token=t' })).toBe(`Parley listens on http://127.0.0.1:8787

  Documentation   http://127.0.0.1:8787/docs
  Create a space  parley space create Launch

Accounts are optional. Create the first account at http://127.0.0.1:8787/setup?token=t
`);
});

it('mentions no account once there is one', () => expect(banner(local)).not.toContain('ccount'));

it('adds the address to the command if it is not the default', () => {
  const url = 'http://127.0.0.1:9000';
  expect(banner({ ...local, address: url, publicUrl: url })).toContain(`parley space create Launch --url ${url}\n`);
});

it('shows links with the public address', () => {
  const text = banner({ ...local, publicUrl: 'https://parley.example' });
  expect(text).toMatch(/^Parley listens on http:\/\/127\.0\.0\.1:8787\n/);
  expect(text).toContain('  Public address  https://parley.example\n');
  expect(text).toContain('https://parley.example/docs\n');
  expect(text).toContain('--url https://parley.example\n');
});

it('points to the quick start where there is no command', () => {
  expect(banner({ ...local, command: undefined })).toContain('  First steps     http://127.0.0.1:8787/docs/quick-start\n');
});

it('names the command that npm installed in the folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-banner-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(commandIn(folder)).not.toBe('npx parley');
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  writeFileSync(join(folder, 'node_modules/.bin/parley'), '');
  expect(commandIn(folder)).toBe('npx parley');
});
