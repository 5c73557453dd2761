import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { destinationsWith, Forbidden, Unreachable, type Resolve } from './destination.ts';

const known: Record<string, string[]> = {
  'public.example': ['93.184.215.14', '2606:2800:21f:cb07::1'],
  'private.example': ['10.0.0.7'],
  'mixed.example': ['93.184.215.14', '192.168.0.1'],
  'mapped.example': ['::ffff:10.0.0.7'],
};
const resolve: Resolve = async (name) => {
  const ips = known[name];
  if (!ips) throw new Unreachable('Its host name could not be resolved');
  return ips;
};
const outside = destinationsWith({ allowsPrivate: false, resolve });
const inside = destinationsWith({ allowsPrivate: true, resolve });
const signal = new AbortController().signal;

describe('a URL to send requests to', () => {
  it.each([
    ...['https://127.0.0.1/', 'https://127.1/', 'https://2130706433/', 'https://017700000001/', 'https://0x7f000001/'],
    ...['https://0x7f.0.0.1/', 'https://0177.0.0.1/', 'https://127.0.0.1./', 'https://0/', 'https://[::1]/', 'https://[::]/'],
    ...['https://[::ffff:127.0.0.1]/', 'https://[::ffff:7f00:1]/', 'https://[64:ff9b::a00:7]/', 'https://[fe80::1]/'],
    ...[
      'https://localhost/',
      'https://LOCALHOST/',
      'https://localhost./',
      'https://a.localhost/',
      'https://169.254.169.254/latest',
    ],
    ...['https://１２７.0.0.1/', 'https://127。0。0。1/', 'https://private.example/', 'https://PRIVATE.example./'],
    ...['https://mixed.example/', 'https://mapped.example/'],
  ])('%s must have a public network address', async (url) => {
    expect(await outside.refusalOf(new URL(url))).toBe('must have a public network address');
    await expect(outside.addressesOf(new URL(url), signal)).rejects.toThrow(Forbidden);
    expect(await inside.refusalOf(new URL(url))).toBeUndefined();
  });

  it.each([
    ['http://public.example/', 'must be an https URL'],
    ['ftp://public.example/', 'must be an https URL'],
    ['https://ada@public.example/', 'must not contain a user name or password'],
    ['https://:secret@public.example/', 'must not contain a user name or password'],
  ])('%s %s', async (url, reason) => {
    expect(await outside.refusalOf(new URL(url))).toBe(reason);
    await expect(outside.addressesOf(new URL(url), signal)).rejects.toThrow(reason);
  });

  it.each([
    'https://public.example/wake?token=1',
    'https://public.example:8443/',
    'https://public.example./',
    'https://1.1.1.1/',
  ])('%s is accepted', async (url) => {
    expect(await outside.refusalOf(new URL(url))).toBeUndefined();
  });

  it('is accepted if its name cannot be resolved yet, and fails when it is used', async () => {
    const url = new URL('https://later.example/');
    expect(await outside.refusalOf(url)).toBeUndefined();
    await expect(outside.addressesOf(url, signal)).rejects.toThrow('could not be resolved');
  });

  it('can be http only if private addresses are allowed, and contains no password then either', async () => {
    expect(await inside.addressesOf(new URL('http://localhost:80/'), signal)).toEqual(['127.0.0.1', '::1']);
    expect(await inside.refusalOf(new URL('http://a:b@localhost/'))).toBe('must not contain a user name or password');
    expect(await inside.refusalOf(new URL('ftp://localhost/'))).toBe('must be an https URL');
  });

  it('leads to loopback however the IPv4 address is written', async () => {
    const written = fc.tuple(fc.nat(0xff_ff_ff), fc.constantFrom(8, 10, 16)).map(([low, base]) => {
      const number = 0x7f_00_00_00 + low;
      return base === 16 ? `0x${number.toString(16)}` : base === 8 ? `0${number.toString(8)}` : String(number);
    });
    await fc.assert(
      fc.asyncProperty(written, async (host) => {
        expect(await outside.refusalOf(new URL(`https://${host}/`))).toBe('must have a public network address');
      }),
    );
  });
});

it('refuses ports other than the usual one where a service has no other', async () => {
  const needs = { atUsualPort: true };
  expect(await outside.refusalOf(new URL('https://public.example:22/'), needs)).toMatch(/usual port/);
  for (const [destinations, url] of [
    [outside, 'https://public.example/'],
    [outside, 'https://public.example:443/'],
    [inside, 'https://public.example:8443/'],
  ] as const)
    expect(await destinations.refusalOf(new URL(url), needs)).toBeUndefined();
});
