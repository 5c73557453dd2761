import { ConfigError } from './engine/config-error.ts';
import { minSecretBytes } from './engine/keys/secret.ts';
import { readFileSync } from 'node:fs';
import { defaultLimits, defaultRetention, inWords, maxAgentBudget, type Limits } from '@parley/core';
import { z } from 'zod';
import { addressOf } from './engine/store/address/address.ts';

const whole = (min: number) =>
  z.string().regex(/^\d+$/, 'must be an integer').transform(Number).pipe(z.number().min(min).max(Number.MAX_SAFE_INTEGER));

const urlOf = (...schemes: string[]) =>
  z.url({
    protocol: new RegExp(`^(${schemes.join('|')})$`),
    error: `must be a URL that begins with ${schemes.map((scheme) => `${scheme}:`).join(' or ')}`,
  });

const addressOfDatabase = z.string().superRefine((url, { addIssue }) => {
  try {
    addressOf(url);
  } catch (error) {
    addIssue({ code: 'custom', message: (error as Error).message });
  }
});

/** Minimum length of the token that opens the metrics. */
const minTokenCharacters = 16;

/** More than a machine has cores. */
const mostWorkers = 256;

/** For example, `messageBytes` is set with `PARLEY_MAX_MESSAGE_BYTES`. */
const limitSetting = (limit: string): string => `PARLEY_MAX_${limit.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
const limitNames = Object.keys(defaultLimits) as (keyof Limits)[];

const settings = z.object({
  HOST: z
    .string()
    .min(1)
    // As URLs write an IPv6 address.
    .transform((host) => host.replace(/^\[([\da-f:.]+)\]$/i, '$1'))
    .default('127.0.0.1'),
  PORT: whole(0).pipe(z.number().max(65_535)).default(8787),
  NODE_ENV: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  DATABASE_URL: addressOfDatabase.optional(),
  DATABASE_LISTEN_URL: addressOfDatabase.optional(),
  PARLEY_DATABASE: z.enum(['postgres', 'citus']).optional(),
  PARLEY_DATABASE_PREPARE: z.enum(['auto', 'off']).default('auto'),
  REDIS_URL: urlOf('redis', 'rediss').optional(),
  NATS_URL: urlOf('nats', 'tls').optional(),
  PARLEY_PUBLIC_URL: urlOf('http', 'https')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  PARLEY_DATA_DIR: z.string().min(1).default('.parley'),
  PARLEY_SECRET: z
    .string()
    .refine((secret) => Buffer.byteLength(secret) >= minSecretBytes, `must have at least ${minSecretBytes} bytes`)
    .optional(),
  PARLEY_RATE_LIMIT: whole(0).default(300),
  PARLEY_RATE_LIMIT_ADDRESS: whole(1).default(3_000),
  PARLEY_SPACES_PER_HOUR: whole(1).default(300),
  PARLEY_MAX_STREAMS: whole(1).default(20_000),
  PARLEY_MAX_CONNECTIONS: whole(1).default(25_000),
  PARLEY_MAX_CALLS: whole(1).default(2_000),
  PARLEY_AGENT_BUDGET: whole(1).pipe(z.number().max(maxAgentBudget)).optional(),
  PARLEY_TRUST_PROXY: z
    .string()
    .transform((text) => text.split(',').map((address) => address.trim()))
    .optional(),
  PARLEY_LOCK_TTL_SECONDS: whole(1).default(600),
  PARLEY_LIVE_SECONDS: whole(0).default(60),
  PARLEY_LINK_TTL_SECONDS: whole(1).default(600),
  PARLEY_IDEMPOTENCY_TTL_SECONDS: whole(1).default(86_400),
  PARLEY_RETENTION_DAYS: whole(0).default(30),
  PARLEY_RETENTION_MESSAGES_DAYS: whole(1).optional(),
  PARLEY_ARTIFACT_VERSIONS: whole(0).default(defaultRetention.versions),
  PARLEY_ARTIFACT_HISTORY_BYTES: whole(0).default(defaultRetention.bytes),
  PARLEY_OIDC_ISSUER: z.url().optional(),
  PARLEY_OIDC_AUDIENCE: z.string().optional(),
  PARLEY_OIDC_JWKS_URL: z.url().optional(),
  PARLEY_OIDC_CLIENT_ID: z.string().optional(),
  PARLEY_OIDC_CLIENT_SECRET: z.string().optional(),
  PARLEY_OIDC_ALLOWED_DOMAINS: z
    .string()
    .transform((text) => text.split(',').map((domain) => domain.trim().toLowerCase()))
    .refine((domains) => domains.every((domain) => /^(?:[\p{L}\p{N}-]+\.)*[\p{L}\p{N}-]+$/u.test(domain)), {
      error: 'must be domains of e-mail addresses, separated by commas, such as example.org',
    })
    .optional(),
  PARLEY_OIDC_REQUIRED_CLAIM: z
    .string()
    .regex(/^[^=\s]+=[^=]*\S$/, 'must be a claim and the value that it must have, such as groups=staff')
    .transform((text) => ({ name: text.slice(0, text.indexOf('=')), value: text.slice(text.indexOf('=') + 1) }))
    .optional(),
  PARLEY_OIDC_SIGN_UP: z
    .enum(['on', 'off'])
    .default('on')
    .transform((text) => text === 'on'),
  PARLEY_SMTP_URL: urlOf('smtp', 'smtps').optional(),
  PARLEY_MAIL_FROM: z.string().optional(),
  PARLEY_SECURITY_CONTACT: urlOf('https', 'mailto').optional(),
  PARLEY_SIGN_UP: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
  PARLEY_AUDIT_FILE: z.string().min(1).optional(),
  PARLEY_AUDIT_BYTES: whole(1).default(10 * 1024 * 1024),
  PARLEY_AUDIT_FILES: whole(1).pipe(z.number().max(1_000)).default(10),
  PARLEY_WAKE_PRIVATE: z
    .enum(['0', '1'])
    .default('0')
    .transform((text) => text === '1'),
  PARLEY_DRAIN_SECONDS: whole(0).default(15),
  PARLEY_WORKERS: whole(1).pipe(z.number().max(mostWorkers)).default(1),
  PARLEY_SPACES_PER_BATCH: whole(1).default(256),
  PARLEY_MIN_FREE_DISK: whole(0).default(1024 * 1024 * 1024),
  PARLEY_METRICS_TOKEN: z.string().min(minTokenCharacters, `must have at least ${minTokenCharacters} characters`).optional(),
  PARLEY_METRICS_PORT: whole(1).pipe(z.number().max(65_535)).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: urlOf('http', 'https').optional(),
  ...Object.fromEntries(limitNames.map((limit) => [limitSetting(limit), whole(1).default(defaultLimits[limit])])),
});

/** Settings that contain a secret: each can also be read from a file. */
const secretSettings = [
  'DATABASE_URL',
  'DATABASE_LISTEN_URL',
  'REDIS_URL',
  'NATS_URL',
  'PARLEY_SECRET',
  'PARLEY_OIDC_CLIENT_SECRET',
  'PARLEY_SMTP_URL',
  'PARLEY_METRICS_TOKEN',
] as const;
/** The setting that names the file. */
const fileSetting = (name: string): string => `${name}_FILE`;

/** The names of all settings. */
export const settingNames = [...Object.keys(settings.shape), ...secretSettings.map(fileSetting)];

/** Settings of the CLI and of programs that use the SDK, which can run in the same shell as a server. */
const ofClients = ['URL', 'NAME', 'SPACE', 'KEY', 'TOKEN', 'SESSION', 'PROFILE', 'KEYCHAIN'].map((name) => `PARLEY_${name}`);

type Settings = z.output<typeof settings>;

export interface Config
  extends
    Omit<Settings, `PARLEY_MAX_${string}`>,
    Pick<Settings, 'PARLEY_MAX_STREAMS' | 'PARLEY_MAX_CONNECTIONS' | 'PARLEY_MAX_CALLS'> {
  limits: Limits;
}

type ProcessEnvironment = Readonly<Record<string, string | undefined>>;

/** Reads every setting from the environment, and secrets from files (decisions §13, §20). Throws `ConfigError`. */
export function readConfig(environment: ProcessEnvironment): Config {
  const { config, problems } = examined(environment);
  if (config === undefined) throw new ConfigError(problems[0]);
  return config;
}

/** The settings of an environment, or everything that is wrong with them: each problem is one line that names the setting. */
export function examined(environment: ProcessEnvironment): { config?: Config; problems: string[] } {
  const unknown = Object.keys(environment).filter(
    (name) => name.startsWith('PARLEY_') && !settingNames.includes(name) && !ofClients.includes(name),
  );
  const problems = unknown.map((name) => `${name} is not a setting of Parley; --help lists all settings`);
  const given: Record<string, string | undefined> = {};
  for (const name of settingNames) given[name] = environment[name] || undefined;
  for (const name of secretSettings) {
    const found = inFile(name, environment);
    if (found?.problem !== undefined) problems.push(found.problem);
    if (found?.value !== undefined) given[name] = found.value;
  }
  const parsed = settings.safeParse(given, { error: inWords });
  problems.push(...(parsed.error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`));
  if (parsed.data && problems.length === 0) problems.push(...contradictionsIn(parsed.data));
  if (problems.length > 0) return { problems };
  const values = parsed.data as unknown as Record<string, number>;
  const limits = Object.fromEntries(limitNames.map((limit) => [limit, values[limitSetting(limit)]!]));
  return { config: { ...parsed.data!, limits: limits as unknown as Limits }, problems };
}

/** The way to PostgreSQL that no pool shares: for what needs a session. Undefined with the embedded database. */
export const directUrlIn = (config: Pick<Config, 'DATABASE_URL' | 'DATABASE_LISTEN_URL'>): string | undefined =>
  config.DATABASE_LISTEN_URL ?? config.DATABASE_URL;

/** What the addresses of PostgreSQL say that has no effect here: a line for each. */
export const ignoredIn = (config: Pick<Config, 'DATABASE_URL' | 'DATABASE_LISTEN_URL'>): string[] =>
  (['DATABASE_URL', 'DATABASE_LISTEN_URL'] as const).flatMap((name) => {
    const ignored = config[name] === undefined ? [] : addressOf(config[name]).ignored;
    return ignored.length === 0 ? [] : `${name} has parameters without effect here: ${ignored.join(', ')}`;
  });

/** The value of a secret setting whose file is named. */
function inFile(name: string, environment: ProcessEnvironment): { value?: string; problem?: string } | undefined {
  const file = fileSetting(name);
  const path = environment[file];
  if (!path) return undefined;
  if (environment[name]) return { problem: `${name} and ${file} are both set: set one of them` };
  try {
    const value = readFileSync(path, 'utf8').trim();
    return value === '' ? { problem: `${file} names an empty file: ${path}` } : { value };
  } catch (error) {
    return { problem: `${file} names a file that cannot be read: ${path} (${(error as NodeJS.ErrnoException).code})` };
  }
}

/** Settings that need each other. */
function contradictionsIn(config: Settings): string[] {
  const rules: [isWrong: unknown, text: string][] = [
    [
      config.DATABASE_URL && !config.PARLEY_SECRET,
      'PARLEY_SECRET is required with DATABASE_URL: all processes on one database must share it',
    ],
    [
      config.DATABASE_LISTEN_URL && !config.DATABASE_URL,
      'DATABASE_URL is required with DATABASE_LISTEN_URL: it is another way to the same database',
    ],
    [
      config.PARLEY_DATABASE === 'citus' && !config.DATABASE_URL,
      'DATABASE_URL is required with PARLEY_DATABASE=citus: it is the coordinator of the cluster',
    ],
    [
      config.PARLEY_WORKERS > 1 && !config.DATABASE_URL,
      'DATABASE_URL is required with PARLEY_WORKERS: the embedded database serves one process',
    ],
    [config.NATS_URL && config.REDIS_URL, 'NATS_URL and REDIS_URL are both set: set the one that notifies other processes'],
    [
      config.PARLEY_OIDC_ISSUER && !config.PARLEY_OIDC_AUDIENCE && !config.PARLEY_OIDC_CLIENT_ID,
      'PARLEY_OIDC_AUDIENCE or PARLEY_OIDC_CLIENT_ID is required with PARLEY_OIDC_ISSUER: sessions for another audience are not valid here',
    ],
    [
      config.PARLEY_OIDC_CLIENT_ID && !config.PARLEY_OIDC_ISSUER,
      'PARLEY_OIDC_ISSUER is required with PARLEY_OIDC_CLIENT_ID: it is the provider where humans sign in',
    ],
    ...(['PARLEY_OIDC_ALLOWED_DOMAINS', 'PARLEY_OIDC_REQUIRED_CLAIM'] as const).map((name): [unknown, string] => [
      config[name] && !config.PARLEY_OIDC_ISSUER,
      `PARLEY_OIDC_ISSUER is required with ${name}: it says whom that provider may send here`,
    ]),
    [
      !config.PARLEY_OIDC_SIGN_UP && !config.PARLEY_OIDC_ISSUER,
      'PARLEY_OIDC_ISSUER is required with PARLEY_OIDC_SIGN_UP=off: it says whether that provider may send new people',
    ],
    [
      config.PARLEY_OIDC_CLIENT_SECRET && !config.PARLEY_OIDC_CLIENT_ID,
      'PARLEY_OIDC_CLIENT_ID is required with PARLEY_OIDC_CLIENT_SECRET: it is the client that the secret belongs to',
    ],
    [
      config.PARLEY_SMTP_URL && !config.PARLEY_MAIL_FROM,
      'PARLEY_MAIL_FROM is required with PARLEY_SMTP_URL: mail needs a sender',
    ],
    [
      config.PARLEY_METRICS_PORT !== undefined && config.PARLEY_METRICS_PORT === config.PORT,
      'PARLEY_METRICS_PORT must differ from PORT: there the metrics need no token',
    ],
  ];
  return rules.flatMap(([isWrong, text]) => (isWrong ? text : []));
}
