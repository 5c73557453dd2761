import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { counted } from '@parley/core';
import { couldBeSecretOf } from '../engine/keys/secret.ts';
import { tryMailServer } from '../account/mail.ts';
import { askForStatements } from '../host/backup/statements.ts';
import { directUrlIn, examined, ignoredIn, type Config } from '../config.ts';
import { redact } from '../surfaces/wire/log.ts';
import { identityIn } from '../engine/store/backup/read.ts';
import { filesIn } from '../engine/store/embedded/data-folder.ts';
import { holderOf } from '../engine/store/embedded/folder-lock.ts';
import { freeIn } from '../engine/store/free-disk.ts';
import { inspecting, tryNotifications } from '../engine/store/inspection.ts';
import { Unusable } from '../engine/store/unusable.ts';

/** Something that was tried: what is true of it, or what is wrong. */
interface Finding {
  what: string;
  isOk: boolean;
  text: string;
}

type Try = (config: Config) => Promise<string | undefined>;

/** Each returns what it found, throws what is wrong, or returns nothing where there is nothing to try. */
const tries: Record<string, Try> = {
  'data folder': async ({ DATABASE_URL: url, PARLEY_DATA_DIR: folder, PARLEY_MIN_FREE_DISK: floor }) => {
    if (url !== undefined) return undefined;
    const place = nearest(resolve(folder));
    assertWritable(place, folder);
    const free = await freeIn(place);
    if (free < floor)
      throw new Error(
        `only ${free} bytes are free on the disk of ${folder}: writes are refused below PARLEY_MIN_FREE_DISK=${floor}`,
      );
    return existsSync(folder) ? `${folder} can be written to` : `${folder} can be created`;
  },
  database: async (config) => {
    const { PARLEY_DATA_DIR: dataDir, PARLEY_DATABASE: wanted, PARLEY_SECRET: secret } = config;
    const url = directUrlIn(config);
    if (url === undefined && !existsSync(filesIn(dataDir))) return 'the first start will create it';
    const holder = url === undefined ? holderOf(dataDir) : undefined;
    if (holder !== undefined)
      return `in use by process ${holder}, which has opened it: not looked into${shownId(await idOfRunning(dataDir))}`;
    return inspecting({ url, dataDir, kind: wanted }, async ({ version, kind, pending, canMigrate, deployment }) => {
      if (pending > 0 && !canMigrate)
        throw new Error(`its user cannot create tables, and ${counted(pending, 'migration')} must be applied`);
      if (secret !== undefined && deployment && !(await couldBeSecretOf(secret, deployment)))
        throw new Error('PARLEY_SECRET is not the secret that the keys in it were derived from');
      const next =
        pending === 0 ? 'has all migrations of this release' : `the next start will apply ${counted(pending, 'migration')}`;
      const product = `PostgreSQL ${version}${kind === 'citus' ? ' with Citus' : ''}`;
      return `${product}, ${next}${shownId(await deployment?.serverId())}`;
    });
  },
  bus: async ({ DATABASE_URL: url, DATABASE_LISTEN_URL: directUrl = url, REDIS_URL: redis, NATS_URL: nats }) => {
    if (redis !== undefined) {
      await (await import('../engine/bus/redis.ts')).tryRedis(redis);
      return 'Redis answers';
    }
    if (nats !== undefined) {
      await (await import('../engine/bus/nats.ts')).tryNats(nats);
      return 'NATS answers';
    }
    if (url === undefined || directUrl === undefined) return undefined;
    await tryNotifications(url, directUrl).catch((error: unknown) => {
      if (error instanceof Unusable) throw error;
      throw new Error(`notifications of PostgreSQL do not arrive, as behind a pool of transactions (${textOf(error)})`);
    });
    return 'notifications of PostgreSQL arrive';
  },
  mail: async ({ PARLEY_SMTP_URL: url }) => {
    if (url === undefined) return undefined;
    await tryMailServer(url);
    return 'the mail server accepts the sign-in';
  },
};

/** Tries the settings and the connections of an environment, and changes nothing. */
export async function check(environment: Record<string, string | undefined>): Promise<Finding[]> {
  const { config, problems } = examined(environment);
  if (!config) return problems.map((text) => ({ what: 'settings', isOk: false, text }));
  const tried = Object.entries(tries).map(async ([what, attempt]): Promise<Finding[]> => {
    try {
      const text = await attempt(config);
      return text === undefined ? [] : [{ what, isOk: true, text }];
    } catch (error) {
      return [{ what, isOk: false, text: textOf(error) }];
    }
  });
  const findings = (await Promise.all(tried)).flat();
  // The bus through a database fails like the database.
  const news = findings.filter(({ text }, i) => findings.findIndex((each) => each.text === text) === i);
  return [{ what: 'settings', isOk: true, text: `all values are valid${shownIgnored(config)}` }, ...news];
}

const shownIgnored = (config: Config): string =>
  ignoredIn(config)
    .map((text) => `; ${text}`)
    .join('');

/** What another server needs to export a space for this one. */
const shownId = (serverId: string | undefined): string =>
  serverId === undefined ? '' : `; the id of this server is ${serverId}`;

async function idOfRunning(dataDir: string): Promise<string | undefined> {
  const asked = await askForStatements(dataDir);
  try {
    return asked && (await identityIn(asked))?.serverId;
  } finally {
    await asked?.close();
  }
}

/** One line for each finding. */
export const shown = (findings: readonly Finding[]): string =>
  findings.map(({ what, isOk, text }) => `${isOk ? 'ok    ' : 'FAILED'}  ${what}: ${text}\n`).join('');

/** The folder, or the nearest one above it that exists. */
function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(dirname(folder));
}

function assertWritable(place: string, folder: string): void {
  try {
    accessSync(place, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Error(`${folder} cannot be written to (${(error as NodeJS.ErrnoException).code})`, { cause: error });
  }
}

/** One line, without secrets; several failed connections have no message of their own. */
function textOf(error: unknown): string {
  const { message, code } = (error ?? {}) as { message?: string; code?: string };
  return redact((message || code || String(error)).split('\n')[0]!);
}
