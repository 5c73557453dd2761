import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { guard } from './guard.ts';

const assertOurs = guard(() => ['parley.example', undefined]);
const isOurs = (host: string, origin?: string): boolean => {
  try {
    assertOurs({ host, headers: { origin } } as FastifyRequest);
    return true;
  } catch {
    return false;
  }
};

it.each([
  'parley.example',
  'PARLEY.example:443',
  '127.0.0.1',
  '127.0.0.1:8787',
  '[::1]',
  '[::1]:8787',
  'localhost:80',
  'a.localhost',
])('%s is a name of this server', (host) => {
  expect(isOurs(host)).toBe(true);
  expect(isOurs(host, `http://${host}`)).toBe(true);
});

it.each([
  'evil.example',
  'evil.example:80@127.0.0.1',
  'evil.example@localhost',
  '127.0.0.1@evil.example',
  '127.0.0.1/evil.example',
  '127.0.0.1?evil.example',
  '127.0.0.1#evil.example',
  '127.0.0.1\\@evil.example',
  '127.0.0.1:80:80',
  '[::1]evil.example',
  'parley.example.evil.example',
  ' 127.0.0.1',
  '',
])('%s is none', (host) => {
  expect(isOurs(host)).toBe(false);
  expect(isOurs('127.0.0.1', `http://${host}`)).toBe(false);
});
