import { expect, it } from 'vitest';
import { targetOf } from './target.ts';

it.each([
  ['http://127.0.0.1:8787', { host: '127.0.0.1', port: 8787 }],
  ['http://localhost:8787/', { host: '127.0.0.1', port: 8787 }],
  ['http://127.8.9.10:80', { host: '127.8.9.10', port: 80 }],
])('%s may be attacked', (url, target) => expect(targetOf(url)).toEqual(target));

it.each([
  'http://example.org:8787',
  'http://10.0.0.1:8787',
  'http://192.168.1.2',
  'http://0.0.0.0:8787',
  'http://127.0.0.1.example.org',
  'http://127.0.0.1@example.org',
  'http://localhost.example.org',
  'http://[::1]:8787',
  'https://127.0.0.1:8787',
  'unix:/tmp/socket',
  'nothing',
])('%s is refused', (url) => expect(() => targetOf(url)).toThrow('Only http://127.… can be attacked'));
