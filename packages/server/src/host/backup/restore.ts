import { fingerprintOf, makeSecret, storedSecret } from '../../engine/keys/secret.ts';
import { directUrlIn, type Config } from '../../config.ts';
import { fillEmbedded } from '../../engine/store/backup/embedded.ts';
import type { Filling } from '../../engine/store/backup/fill.ts';
import { storedTables } from './tables.ts';
import { tables } from '../../resources/index.ts';
import { fillPostgres } from '../../engine/store/backup/postgres.ts';
import { Damaged } from './damaged.ts';
import { bytesOf } from './input.ts';
import type { BackupHeader } from './format.ts';
import { readBackup, type Contents } from './read.ts';

type RestorePlace = Pick<
  Config,
  'DATABASE_URL' | 'DATABASE_LISTEN_URL' | 'PARLEY_DATABASE' | 'PARLEY_DATA_DIR' | 'PARLEY_SECRET'
>;

/** What is encrypted or signed with keys that only the secret of the file yields. */
export const ofTheSecret: ReadonlySet<string> = new Set(['wakes', 'signals', 'webhooks', 'auth_keys', 'auth_sessions']);

interface RestoreOptions {
  acceptsNewSecret: boolean;
  /** Ends it; nothing is kept then. */
  signal: AbortSignal;
}

export interface Restored extends Contents<BackupHeader> {
  /** The secret is another one than that of the backup. */
  hasNewSecret: boolean;
}

/** Fills the empty database of this configuration from a backup: all of it, or nothing. */
export async function restore(
  file: string,
  place: RestorePlace,
  { acceptsNewSecret, signal }: RestoreOptions,
): Promise<Restored> {
  // A file that is read twice is refused before anything is touched; standard input only before anything is kept.
  if (file !== '-') await readBackup(bytesOf(file, signal));
  const { PARLEY_DATA_DIR: dataDir } = place;
  const url = directUrlIn(place);
  const known = place.PARLEY_SECRET ?? storedSecret(dataDir);
  let restored: Restored | undefined;
  const work = async (filling: Filling) => {
    let hasNewSecret = false;
    const contents = await readBackup(bytesOf(file, signal), {
      async header({ secretFingerprint, serverId }) {
        hasNewSecret = secretFingerprint !== null && (known === undefined || fingerprintOf(known) !== secretFingerprint);
        if (hasNewSecret && !acceptsNewSecret) throw new Damaged(refusal(known !== undefined, dataDir));
        if (secretFingerprint === null || serverId === null) return;
        await filling.keepIdentity({ secretFingerprint: fingerprintOf(known ?? makeSecret(dataDir)), serverId });
      },
      async rows(table, rows) {
        if (!hasNewSecret || !ofTheSecret.has(table.name)) await filling.insert(table, rows);
      },
    });
    restored = { ...contents, hasNewSecret };
  };
  await (url === undefined
    ? fillEmbedded(dataDir, work)
    : fillPostgres(url, { tables, stored: storedTables, kind: place.PARLEY_DATABASE }, work));
  return restored!;
}

const refusal = (isKnown: boolean, dataDir: string): string =>
  isKnown
    ? 'The backup was made with another secret than PARLEY_SECRET or the secret file of the data folder. Set PARLEY_SECRET to the secret of the backup, or pass --new-secret'
    : `The backup needs the secret that it was made with: set PARLEY_SECRET, copy the secret file into ${dataDir}, or pass --new-secret`;
