import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { identify } from './request.ts';

interface Sent {
  ip?: string;
  headers?: Record<string, string>;
  query?: object;
  keyParameter?: string;
}

/** The requests of one connection. */
function connection() {
  const socket = {};
  return ({ ip = '192.0.2.7', headers = {}, query = {}, keyParameter }: Sent) => {
    const sent = { ip, headers, query, raw: { socket }, routeOptions: { config: { keyParameter } } };
    const request = sent as unknown as FastifyRequest;
    identify(request);
    return request;
  };
}

const [one, other] = [{ 'x-private-key': 'a'.repeat(64) }, { 'x-private-key': 'b'.repeat(64) }];

it('a connection remembers the last key, and takes it for no other', () => {
  const ask = connection();
  const first = ask({ headers: one }).credential;
  expect(first?.key).toBe(one['x-private-key']);
  expect(ask({ headers: one }).credential).toBe(first);
  expect(ask({ headers: other }).credential?.key).toBe(other['x-private-key']);
  expect(ask({ headers: one }).credential).toEqual(first);
  expect(ask({}).credential).toBeUndefined();
  expect(ask({ headers: { authorization: `Bearer ${one['x-private-key']}` } }).credential?.from).toContain('Authorization');
  expect(ask({ headers: { ...one, authorization: 'Bearer other' } }).credential?.from).toBe(first?.from);
  expect(connection()({ headers: one }).credential).not.toBe(first);
});

it('behind a proxy, each client of a connection has its own address', () => {
  const ask = connection();
  expect(ask({ headers: one }).address).toBe('192.0.2.7');
  expect(ask({ headers: one, ip: '2001:db8::1' }).address).toBe('2001:db8::/64');
  expect(ask({ headers: one }).address).toBe('192.0.2.7');
});

it('a key in a URL is neither remembered, nor replaced by one that is', () => {
  const ask = connection();
  ask({ headers: {}, keyParameter: 'key' });
  const query = { key: 'c'.repeat(64) };
  expect(ask({ query, keyParameter: 'key' }).credential?.key).toBe(query.key);
  expect(ask({}).credential).toBeUndefined();
});

it('long credentials are not remembered', () => {
  const ask = connection();
  const long = { 'x-private-key': 'd'.repeat(600) };
  const first = ask({ headers: long }).credential;
  expect(ask({ headers: long }).credential).toEqual(first);
  expect(ask({ headers: long }).credential).not.toBe(first);
});
