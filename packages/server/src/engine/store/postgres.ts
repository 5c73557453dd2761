import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import type { Sql } from 'postgres';
import { NoAnswer, within } from '../async/within.ts';
import { addressOf } from './address/address.ts';
import type { Tables } from './tables.ts';
import { distribute, kindOf, type DatabaseKind } from './citus.ts';
import { connect } from './client.ts';
import type { Connection, Querying } from './connection.ts';
import { assertNotNewer } from './migrations.ts';
import { planning, replanning } from './planning.ts';
import { SilenceWatch } from './silence.ts';

/** An arbitrary number, the same in all processes, so that one migrates while the others wait. */
const migrationLock = 7_027_539;

const cut = /^(CONNECTION_CLOSED|CONNECT_TIMEOUT|ECONNRESET|EPIPE|57P0[123]|25P03)$/;
const isCut = (error: unknown): boolean => cut.test(String((error as { code?: unknown }).code ?? ''));

interface PostgresOptions {
  /** Whether statements are prepared, and sessions have settings. Neither outlives a transaction behind a pool. */
  prepares?: boolean;
  statementTimeoutMs?: number;
  /** How long a transaction can wait for its next statement; 0: without a limit. */
  idleTimeoutMs?: number;
  /** Whether a prepared statement keeps one plan for all values. Citus cannot plan statements for several of its nodes like that. */
  keepsPlans?: boolean;
  /** How long they wait for an answer of a database that does not say anything any more. */
  silenceMs?: number;
}

const lookMs = 500;
const afterSilenceMs = 2_000;

/**
 * Connections that are replaced after one of them was cut: postgres.js 3.4.9 reuses such a connection with its old error and
 * half-written message, so that it refuses or delays the next statements. They are replaced after a silence too: a network that has lost
 * them is well again long before they are.
 */
export function openPostgres(
  url: string,
  max: number,
  {
    prepares = true,
    statementTimeoutMs = 30_000,
    idleTimeoutMs = 10_000,
    keepsPlans = true,
    silenceMs = Infinity,
  }: PostgresOptions = {},
): Connection {
  // The first timeout frees a connection whose statement would wait forever, the second what a process that stands still has locked.
  const timeouts = { statement_timeout: String(statementTimeoutMs), idle_in_transaction_session_timeout: String(idleTimeoutMs) };
  const settings = prepares ? { ...(keepsPlans ? planning : replanning), ...timeouts } : {};
  const querying = queryingWith(prepares);
  let client = connect(url, max, settings);
  let closing = false;
  let running = 0;
  const replace = (broken: typeof client) => {
    if (client !== broken || closing) return;
    client = connect(url, max, settings);
    void broken.end({ timeout: 1 });
  };
  let replacedAt = -Infinity;
  const watch = new SilenceWatch({
    looks: silenceMs / lookMs,
    looksAfterSilence: afterSilenceMs / lookMs,
    silent: () => {
      // A database that stands still keeps the connections that were given up, so there must not be many.
      if (performance.now() - replacedAt < silenceMs) return;
      replacedAt = performance.now();
      replace(client);
    },
  });
  const looking = Number.isFinite(silenceMs) ? setInterval(() => watch.look(), lookMs).unref() : undefined;
  const using = <Result>(work: (used: typeof client) => Promise<Result>): Promise<Result> => {
    const used = client;
    running += 1;
    return watch.over(work(used), (error) => {
      running -= 1;
      if (error !== undefined && isCut(error)) replace(used);
    });
  };
  return {
    get running() {
      return running;
    },
    query: (text, params) => using((used) => querying(used).query(text, params)),
    transaction: <Result>(work: (connection: Querying) => Promise<Result>) =>
      using((used) => used.begin((sql) => work(querying(sql))) as Promise<Result>),
    async close() {
      closing = true;
      clearInterval(looking);
      await client.end({ timeout: 5 });
    },
  };
}

/** No timeouts, whatever the defaults of the role. Citus refuses a transaction that changes tables and rows on several connections to a node. */
const whileMigrating = {
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  'citus.multi_shard_modify_mode': 'sequential',
};

const queryingWith =
  (prepare: boolean) =>
  (client: Pick<Sql, 'unsafe'>): Querying => ({
    query: async (text, params = []) => client.unsafe(text, params as never[], { prepare }).values(),
  });

const probeMs = 1_500;

/**
 * A connection of its own for probes, so that they neither wait behind other queries nor delay them. One that does not answer in time is
 * replaced: the network can have lost it without a word.
 */
export function probing(url: string, options: PostgresOptions): Pick<Connection, 'query' | 'close'> {
  let used: Connection | undefined;
  return {
    async query(text, params) {
      const asked = (used ??= openPostgres(url, 1, { ...options, statementTimeoutMs: probeMs }));
      try {
        return await within(probeMs, asked.query(text, params));
      } catch (error) {
        if (error instanceof NoAnswer && used === asked) {
          used = undefined;
          void asked.close();
        }
        throw error;
      }
    },
    close: async () => used?.close(),
  };
}

/**
 * Whether a pool of transactions, such as PgBouncer, stands before the database: it refuses settings of a session, or ignores them.
 * Without prepared statements the settings are not needed: each plan is made for its values.
 */
export async function isPooled(url: string): Promise<boolean> {
  const client = connect(url, 1, planning);
  try {
    const [row] = await client.unsafe(`select current_setting('plan_cache_mode')`).values();
    return addressOf(url).isPooled || row?.[0] !== planning.plan_cache_mode;
  } catch (error) {
    if (/unsupported startup parameter/.test((error as Error).message)) return true;
    throw error;
  } finally {
    await client.end({ timeout: 5 });
  }
}

interface MigrationOptions {
  /** Whether sessions have settings: no pool stands before the database. */
  isDirect?: boolean;
  /** What is distributed on Citus. */
  tables: Tables;
  /** What the operator says that the database is; by default it is looked at. */
  kind?: DatabaseKind | undefined;
}

/**
 * Applies the migrations, and distributes the tables of a Citus, one process after the other. The lock belongs to a transaction, because
 * a pool shares sessions. Returns what the database is.
 */
export async function migratePostgres(
  url: string,
  migrationsFolder: string,
  { tables, isDirect = true, kind }: MigrationOptions,
): Promise<DatabaseKind> {
  const client = connect(url, 2, isDirect ? whileMigrating : {});
  try {
    return await client.begin(async (locking) => {
      // It only waits, whatever the timeouts of the role are; behind a pool a session has no settings.
      await locking`select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`;
      await locking`select pg_advisory_xact_lock(${migrationLock}::int)`;
      const database = queryingWith(isDirect)(client);
      await assertNotNewer(database, migrationsFolder);
      const found = await kindOf(database, kind);
      await migrate(drizzle(client), { migrationsFolder });
      if (found === 'citus') await distribute(database, tables);
      return found;
    });
  } finally {
    await client.end({ timeout: 5 });
  }
}
