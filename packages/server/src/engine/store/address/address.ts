import { oneOf, type Take } from './parameters.ts';
import { tlsIn, type Tls } from './tls.ts';

/** One place where a PostgreSQL can be; a path is the folder of its socket. */
export interface Host {
  host: string;
  port: number;
}

/** What the URL of a PostgreSQL says, with the meaning that libpq gives it. */
export interface DatabaseAddress {
  hosts: readonly [Host, ...Host[]];
  user: string | undefined;
  password: string | undefined;
  database: string | undefined;
  ssl: Tls;
  connectTimeoutSeconds: number | undefined;
  /** Which of several hosts to use. */
  target: Target | undefined;
  /** Settings of its sessions. */
  session: Record<string, string>;
  /** Whether it says that a pool of transactions stands before the database. */
  isPooled: boolean;
  /** The parameters that have no effect here, such as those of other drivers. */
  ignored: string[];
}

const targets = ['read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const;
export type Target = (typeof targets)[number];

/** How other drivers call what libpq has too. */
const otherNames: Record<string, string> = {
  ssl: 'sslmode',
  ApplicationName: 'application_name',
  currentSchema: 'search_path',
  schema: 'search_path',
};

/** With these values, other drivers do not prepare statements: a pool of transactions stands before the database. */
const pooled: Record<string, string> = {
  pgbouncer: 'true',
  prepareThreshold: '0',
  prepared_statements: 'false',
  statement_cache_size: '0',
  'statement-cache-capacity': '0',
  prepare: 'false',
};

const ofSessions = ['options', 'application_name', 'search_path'];

/** What an operator needs to know about passwords in URLs. */
export const inPasswords = 'in a password, write % as %25, / as %2F, ? as %3F, # as %23 and @ as %40';

/** Reads the URL of a PostgreSQL. Throws what is wrong with it: one line, without secrets, that continues the name of a setting. */
export function addressOf(url: string): DatabaseAddress {
  const [, authority, path = '', query = ''] = /^postgres(?:ql)?:\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?$/.exec(url) ?? [];
  if (!/^postgres(ql)?:\/\//.test(url)) throw new Error('must be a URL that begins with postgres: or postgresql:');
  if (authority === undefined || path.includes('@')) throw new Error(`is not a URL: ${inPasswords}`);
  const at = authority.lastIndexOf('@');
  const [user, password] = split(authority.slice(0, Math.max(at, 0)), ':');
  const given = new Map(
    [...new URLSearchParams(query.replaceAll('+', '%2B'))].map(([name, value]) => [otherNames[name] ?? name, value]),
  );
  const used = new Set<string>();
  const take: Take = (name) => {
    used.add(name);
    return given.get(name) || undefined;
  };
  const hosts = hostsIn(take('host') ?? authority.slice(at + 1), take('port'));
  const read = {
    hosts,
    user: take('user') ?? decoded(user),
    password: take('password') ?? decoded(password),
    database: take('dbname') ?? decoded(path.slice(1)),
    ssl: tlsIn(
      take,
      hosts.map(({ host }) => host),
    ),
    connectTimeoutSeconds: secondsIn(take('connect_timeout')),
    target: targetIn(take('target_session_attrs')),
    session: Object.fromEntries(ofSessions.map((name) => [name, take(name) ?? '']).filter(([, value]) => value !== '')),
    isPooled: Object.entries(pooled).filter(([name, value]) => take(name) === value).length > 0,
  };
  return { ...read, ignored: [...given.keys()].filter((name) => !used.has(name)) };
}

function hostsIn(text: string, ports: string | undefined): DatabaseAddress['hosts'] {
  const portOf = (i: number) => ports?.split(',')[ports.includes(',') ? i : 0];
  const hosts = text.split(',').map((each, i): Host => {
    const [, bracketed, plain, port = portOf(i)] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d*))?$/.exec(each) ?? [];
    const host = decoded(bracketed ?? plain);
    const number = Number(port || 5432);
    if ((bracketed ?? plain) === undefined || !(number > 0 && number < 65_536))
      throw new Error(`has a host or port that is none, after the last @: ${inPasswords}`);
    return { host: host ?? 'localhost', port: number };
  });
  return hosts as [Host, ...Host[]];
}

/** Names and values are encoded as in every URL. Nothing is undefined. */
function decoded(text: string | undefined): string | undefined {
  try {
    return text ? decodeURIComponent(text) : undefined;
  } catch {
    throw new Error(`is not a URL: ${inPasswords}`);
  }
}

function split(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

const targetIn = (text: string | undefined): Target | undefined =>
  text === 'any' ? undefined : oneOf('target_session_attrs', text, targets);

function secondsIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new Error(`has connect_timeout=${text}: it must be a number of seconds`);
  return Number(text);
}
