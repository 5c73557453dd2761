import { describe, expect, it } from 'vitest';
import { addressOf } from './address.ts';

const plain = { ssl: 'prefer', session: {}, isPooled: false, ignored: [] };

describe('the URL of a database', () => {
  it.each([
    ['postgres://u:p@h/d', { hosts: [{ host: 'h', port: 5432 }], user: 'u', password: 'p', database: 'd', ...plain }],
    ['postgresql://h:1/d', { hosts: [{ host: 'h', port: 1 }], user: undefined, password: undefined }],
    ['postgres:///d?host=/run/postgresql', { hosts: [{ host: '/run/postgresql', port: 5432 }], ssl: false }],
    ['postgres://u@%2Frun%2Fpostgresql/d', { hosts: [{ host: '/run/postgresql', port: 5432 }] }],
    ['postgres://[::1]:6/d', { hosts: [{ host: '::1', port: 6 }] }],
    ['postgres://', { hosts: [{ host: 'localhost', port: 5432 }], database: undefined }],
    [
      'postgres://u:p@a:1,b,[::1]:3/d?target_session_attrs=read-write',
      {
        hosts: [
          { host: 'a', port: 1 },
          { host: 'b', port: 5432 },
          { host: '::1', port: 3 },
        ],
        target: 'read-write',
      },
    ],
    ['postgres://h/d?target_session_attrs=any', { target: undefined, ignored: [] }],
    ['postgres://u:p@ss@h/d', { password: 'p@ss', hosts: [{ host: 'h', port: 5432 }] }],
    ['postgres://u:%40%2F%3F%23%25@h/d', { password: '@/?#%' }],
    ['postgres://h/d?connect_timeout=3', { connectTimeoutSeconds: 3 }],
    [
      'postgres://h/d?options=-c%20geqo%3Doff&application_name=room',
      { session: { options: '-c geqo=off', application_name: 'room' } },
    ],
  ])('%s means what it means to libpq', (url, expected) => {
    expect(addressOf(url)).toMatchObject(expected);
  });

  it.each([
    ['sslmode=disable', false],
    ['sslmode=allow', 'prefer'],
    ['sslmode=require', { rejectUnauthorized: false }],
    ['sslmode=no-verify', { rejectUnauthorized: false }],
    ['sslmode=verify-full', { checkServerIdentity: expect.any(Function) }],
    ['sslrootcert=system', { checkServerIdentity: expect.any(Function) }],
    ['sslmode=require&sslaccept=strict', { checkServerIdentity: expect.any(Function) }],
    ['ssl=true', { checkServerIdentity: expect.any(Function) }],
  ])('%s asks for that much of TLS', (query, expected) => {
    expect(addressOf(`postgres://h/d?${query}`).ssl).toEqual(expected);
  });

  it.each([
    ['sslmode=require&channel_binding=require', ['channel_binding']],
    ['pgbouncer=true&connection_limit=1&pool_timeout=10', ['connection_limit', 'pool_timeout']],
    ['schema=public', []],
    ['gssencmode=disable&keepalives=1', ['gssencmode', 'keepalives']],
    ['prepareThreshold=0&unheard=of', ['unheard']],
  ])('%s is taken, and what has no effect is named', (query, ignored) => {
    expect(addressOf(`postgres://h/d?${query}`).ignored).toEqual(ignored);
  });

  it('says in the words of other drivers that a pool stands before the database, and which schema is meant', () => {
    for (const query of ['pgbouncer=true', 'prepareThreshold=0', 'statement_cache_size=0'])
      expect(addressOf(`postgres://h/d?${query}`).isPooled, query).toBe(true);
    for (const name of ['schema', 'currentSchema', 'search_path'])
      expect(addressOf(`postgres://h/d?${name}=s`).session, name).toEqual({ search_path: 's' });
  });

  it.each([
    ['mysql://h/d', /^must be a URL that begins with postgres: or postgresql:$/],
    ['postgres://u:secr/et@h/d', /%2F/],
    ['postgres://u:secr#et@h/d', /%23/],
    ['postgres://u:secr?et@h/d', /%3F/],
    ['postgres://u:secret%@h/d', /%25/],
    ['postgres://u:secret@h:70000/d', /host or port/],
    [
      'postgres://u:secret@h/d?sslmode=verify_full',
      /^has sslmode=verify_full: it can be disable, allow, prefer, require, verify-ca, verify-full$/,
    ],
    ['postgres://u:secret@h/d?sslmode=verify-ca', /sslrootcert=FILE/],
    [
      'postgres://u:secret@h/d?sslmode=verify-full&sslrootcert=/no/ca.pem',
      /^has sslrootcert=\/no\/ca.pem, a file that cannot be read \(ENOENT\)$/,
    ],
    ['postgres://u:secret@h/d?sslrootcert=package.json', /^has sslrootcert=package.json, a file that is not in PEM$/],
    ['postgres://u:secret@h/d?connect_timeout=soon', /connect_timeout=soon/],
    ['postgres://u:secret@h/d?target_session_attrs=master', /target_session_attrs=master: it can be read-write/],
  ])('%s is refused in one line without the password', (url, words) => {
    const read = () => addressOf(url);
    expect(read).toThrow(words);
    expect(read).not.toThrow(/secr|\n/);
  });
});
