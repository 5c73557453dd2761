import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultLimits } from '@parley/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { examined, readConfig } from './config.ts';
import { ConfigError } from './engine/config-error.ts';

const secret = 's'.repeat(32);
const database = 'postgres://u:p@db/parley';

describe('settings', () => {
  it('have the defaults of decisions §13', () => {
    expect(readConfig({})).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 8787,
      LOG_LEVEL: 'info',
      PARLEY_DATA_DIR: '.parley',
      PARLEY_RATE_LIMIT: 300,
      PARLEY_LOCK_TTL_SECONDS: 600,
      PARLEY_LINK_TTL_SECONDS: 600,
      PARLEY_IDEMPOTENCY_TTL_SECONDS: 86_400,
      PARLEY_RETENTION_DAYS: 30,
      limits: defaultLimits,
    });
    const unset = [
      'PARLEY_METRICS_TOKEN',
      'PARLEY_METRICS_PORT',
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'PARLEY_PUBLIC_URL',
      'DATABASE_URL',
      'PARLEY_SECRET',
      'REDIS_URL',
      'NATS_URL',
      'PARLEY_TRUST_PROXY',
    ] as const;
    const external = ['PARLEY_OIDC_ISSUER', 'PARLEY_OIDC_AUDIENCE', 'PARLEY_OIDC_JWKS_URL'] as const;
    for (const name of [...unset, ...external]) expect(readConfig({})[name], name).toBeUndefined();
  });

  it('are read from the environment', () => {
    const config = readConfig({
      HOST: '0.0.0.0',
      PORT: '0',
      DATABASE_URL: database,
      PARLEY_SECRET: secret,
      REDIS_URL: 'rediss://cache:6380',
      PARLEY_RATE_LIMIT: '0',
      PARLEY_RETENTION_DAYS: '0',
      PARLEY_PUBLIC_URL: 'https://parley.example/base//',
      PARLEY_TRUST_PROXY: '10.0.0.0/8, 127.0.0.1',
      LOG_LEVEL: 'debug',
    });
    expect(config).toMatchObject({
      HOST: '0.0.0.0',
      PORT: 0,
      DATABASE_URL: database,
      REDIS_URL: 'rediss://cache:6380',
      PARLEY_RATE_LIMIT: 0,
      PARLEY_RETENTION_DAYS: 0,
      PARLEY_PUBLIC_URL: 'https://parley.example/base',
      PARLEY_TRUST_PROXY: ['10.0.0.0/8', '127.0.0.1'],
      LOG_LEVEL: 'debug',
    });
  });

  it('set every limit by its name', () => {
    const { limits } = readConfig({ PARLEY_MAX_MESSAGE_BYTES: '10', PARLEY_MAX_PARTICIPANTS_PER_SPACE: '2' });
    expect(limits).toEqual({ ...defaultLimits, messageBytes: 10, participantsPerSpace: 2 });
  });

  it('that are secret can be read from files, without the line break at their end', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-config-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const values = {
      DATABASE_URL: database,
      NATS_URL: 'nats://parley:hunter2@bus',
      PARLEY_SECRET: secret,
      PARLEY_OIDC_CLIENT_SECRET: 'hunter2',
      PARLEY_SMTP_URL: 'smtp://u:hunter2@mail.example',
    };
    const named = Object.entries(values).map(([name, value]) => {
      const path = join(folder, name);
      writeFileSync(path, `${value}\n`);
      return [`${name}_FILE`, path];
    });
    const others = { PARLEY_OIDC_ISSUER: 'https://id.example', PARLEY_OIDC_CLIENT_ID: 'parley', PARLEY_MAIL_FROM: 'a@b.example' };
    expect(readConfig({ ...Object.fromEntries(named), ...others })).toMatchObject(values);
  });

  it('can share a shell with the settings of the CLI', () =>
    expect(readConfig({ PARLEY_URL: 'https://parley.example', PARLEY_KEYCHAIN: 'off' })).toMatchObject({ PORT: 8787 }));

  it('take an IPv6 address as URLs write it', () =>
    expect(['[::1]', '::1', '[2001:db8::1]'].map((HOST) => readConfig({ HOST }).HOST)).toEqual(['::1', '::1', '2001:db8::1']));

  it('count as unset if they are empty', () => expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 8787 }));

  it('ignore variables of other programs, which do not start with PARLEY_', () =>
    expect(readConfig({ PATH: '/bin', DATABASE_HOST: 'x' })).toEqual(readConfig({})));
});

describe('one line that names it', () => {
  const refusal = (environment: Record<string, string>): string => {
    try {
      readConfig(environment);
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      return (error as Error).message;
    }
    return 'accepted';
  };

  it.each([
    ['PARLEY_UNKNOWN', '1'],
    ['PARLEY_MAX_NOTHING', '1'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80a'],
    ['PORT', '8e1'],
    ['LOG_LEVEL', 'loud'],
    ['DATABASE_URL', 'mysql://db/x'],
    ['DATABASE_URL', 'db'],
    ['REDIS_URL', 'http://cache'],
    ['NATS_URL', 'http://bus'],
    ['PARLEY_WORKERS', '0'],
    ['PARLEY_WORKERS', '257'],
    ['PARLEY_PUBLIC_URL', 'parley.example'],
    ['PARLEY_PUBLIC_URL', 'ftp://parley.example'],
    ['PARLEY_SECRET', 's'.repeat(31)],
    ['PARLEY_RATE_LIMIT', '1.5'],
    ['PARLEY_RATE_LIMIT', ' '],
    ['PARLEY_LOCK_TTL_SECONDS', '0'],
    ['PARLEY_LINK_TTL_SECONDS', '-5'],
    ['PARLEY_IDEMPOTENCY_TTL_SECONDS', 'a day'],
    ['PARLEY_RETENTION_DAYS', '9'.repeat(20)],
    ['PARLEY_OIDC_ISSUER', 'issuer'],
    ['PARLEY_OIDC_JWKS_URL', 'keys'],
    ['PARLEY_SMTP_URL', 'https://mail.example'],
    ['PARLEY_SIGN_UP', 'yes'],
    ['PARLEY_MAX_MESSAGE_BYTES', '0'],
  ])('refuses %s=%s', (name, value) => {
    const message = refusal({ [name]: value });
    expect(message).toMatch(new RegExp(`^${name} (is not a setting|must) [^\n]+$`));
    expect(message).not.toMatch(/Invalid|Too (big|small)|expected|received/);
  });

  it('requires the secret that all processes on one database share', () => {
    expect(refusal({ DATABASE_URL: database })).toContain('PARLEY_SECRET');
    expect(refusal({ DATABASE_URL: database, PARLEY_SECRET: secret })).toBe('accepted');
  });

  it('allows several workers on PostgreSQL only', () => {
    expect(refusal({ PARLEY_WORKERS: '2' })).toMatch(/^DATABASE_URL is required with PARLEY_WORKERS/);
    expect(refusal({ PARLEY_WORKERS: '2', DATABASE_URL: database, PARLEY_SECRET: secret })).toBe('accepted');
  });

  it('allows one of Redis and NATS', () => {
    const [redis, nats] = [{ REDIS_URL: 'redis://u:hunter2@a' }, { NATS_URL: 'nats://u:hunter2@a' }];
    expect(refusal({ ...redis, ...nats })).toMatch(/^NATS_URL and REDIS_URL are both set: [^\n]+$/);
    expect(refusal({ ...redis, ...nats })).not.toContain('hunter2');
    for (const one of [redis, nats]) expect(refusal(one)).toBe('accepted');
  });

  it.each([
    ['PARLEY_OIDC_AUDIENCE', { PARLEY_OIDC_ISSUER: 'https://id.example' }, 'PARLEY_OIDC_AUDIENCE'],
    ['PARLEY_OIDC_AUDIENCE', { PARLEY_OIDC_ISSUER: 'https://id.example' }, 'PARLEY_OIDC_CLIENT_ID'],
    ['PARLEY_OIDC_ISSUER', { PARLEY_OIDC_CLIENT_ID: 'parley' }, undefined],
    ['PARLEY_OIDC_CLIENT_ID', { PARLEY_OIDC_CLIENT_SECRET: 'hunter2' }, undefined],
    ['PARLEY_MAIL_FROM', { PARLEY_SMTP_URL: 'smtp://mail.example' }, 'PARLEY_MAIL_FROM'],
  ])('requires %s with %o', (missing, given, enough) => {
    expect(refusal(given)).toContain(missing);
    expect(refusal(given)).not.toContain('hunter2');
    if (enough) expect(refusal({ ...given, [enough]: 'something' })).toBe('accepted');
  });

  it('refuses a file of a secret that is missing or empty, or that is named beside the secret', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-config-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [missing, empty] = [join(folder, 'missing'), join(folder, 'empty')];
    writeFileSync(empty, '\n');
    expect(refusal({ PARLEY_SECRET_FILE: missing })).toBe(
      `PARLEY_SECRET_FILE names a file that cannot be read: ${missing} (ENOENT)`,
    );
    expect(refusal({ PARLEY_SECRET_FILE: empty })).toBe(`PARLEY_SECRET_FILE names an empty file: ${empty}`);
    expect(refusal({ PARLEY_SECRET: secret, PARLEY_SECRET_FILE: empty })).toMatch(/^PARLEY_SECRET and PARLEY_SECRET_FILE /);
    // Only secrets have files.
    expect(refusal({ PARLEY_PUBLIC_URL_FILE: empty })).toContain('PARLEY_PUBLIC_URL_FILE is not a setting');
  });

  it('is said of everything that is wrong', () => {
    const { config, problems } = examined({ PARLEY_X: '1', PARLEY_Y: '1', PORT: 'a', LOG_LEVEL: 'loud' });
    expect(config).toBeUndefined();
    expect(problems.map((text) => text.split(' ')[0]).toSorted()).toEqual(['LOG_LEVEL', 'PARLEY_X', 'PARLEY_Y', 'PORT']);
  });

  it('counts the secret in bytes', () => expect(refusal({ PARLEY_SECRET: 'ß'.repeat(16) })).toBe('accepted'));

  it('never shows a secret', () => {
    expect(refusal({ PARLEY_SECRET: 'hunter2' })).not.toContain('hunter2');
    expect(refusal({ DATABASE_URL: 'mysql://u:hunter2@db' })).not.toContain('hunter2');
  });
});
