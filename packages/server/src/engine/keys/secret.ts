import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config-error.ts';
import type { deploymentStore } from '../store/deployment.ts';
import { flush, makeFolder } from '../store/embedded/data-folder.ts';
import { mintFrom } from './keys.ts';

/** Minimum length of the secret that all keys are derived from. */
export const minSecretBytes = 32;

interface SecretOptions {
  /** The setting, if any. */
  secret: string | undefined;
  dataDir: string;
  deployment: Pick<ReturnType<typeof deploymentStore>, 'fingerprint' | 'keep' | 'newestKey'>;
}

type NewestKey = NonNullable<Awaited<ReturnType<SecretOptions['deployment']['newestKey']>>>;

/**
 * The configured secret, or the one that a self-contained server created once in its data folder, readable only by its user.
 * Throws if the keys in the database were derived from another secret, because none of them would work.
 */
export async function openSecret({ secret: given, dataDir, deployment }: SecretOptions): Promise<string> {
  const file = fileIn(dataDir);
  const known = given ?? storedSecret(dataDir);
  const isNew = (await deployment.fingerprint()) === undefined && (await deployment.newestKey()) === undefined;
  if (known === undefined && !isNew) {
    throw new ConfigError(
      `The secret file ${file} is missing. All keys in the database of this folder were derived from it: restore the file or set PARLEY_SECRET to its content. If it is lost, start with an empty folder`,
    );
  }
  const secret = known ?? makeSecret(dataDir);
  if (!(await isSame(secret, deployment))) {
    throw new ConfigError(
      `${given === undefined ? file : 'PARLEY_SECRET'} is not the secret that the keys in this database were derived from: start with the original secret`,
    );
  }
  return secret;
}

const fileIn = (dataDir: string): string => join(dataDir, 'secret');

/** Whether the keys of a database were derived from a secret, as far as the database shows; stores nothing. */
export async function couldBeSecretOf(secret: string, deployment: SecretOptions['deployment']): Promise<boolean> {
  const kept = await deployment.fingerprint();
  if (kept !== undefined) return kept === fingerprintOf(secret);
  const known = await deployment.newestKey();
  return !known || keyHashIn(secret, known) === known.keyHash;
}

/** Identifies a secret without revealing it. */
export const fingerprintOf = (secret: string): string => createHmac('sha256', secret).update('parley secret 1').digest('hex');

/** A database from before the fingerprint existed is checked by its newest key. */
async function isSame(secret: string, deployment: SecretOptions['deployment']): Promise<boolean> {
  if (!(await couldBeSecretOf(secret, deployment))) return false;
  const fingerprint = fingerprintOf(secret);
  return (await deployment.keep(fingerprint)) === fingerprint;
}

const keyHashIn = (secret: string, { spaceId, participantId, keyGeneration }: NewestKey): string =>
  mintFrom(secret).key('participant', spaceId, participantId, keyGeneration).hash;

/** Creates the secret of a data folder that has none. */
export function makeSecret(dataDir: string): string {
  const file = fileIn(dataDir);
  makeFolder(dataDir);
  const secret = randomBytes(32).toString('hex');
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, secret, { mode: 0o600, flush: true });
  renameSync(draft, file);
  flush(dataDir);
  return secret;
}

/** The secret that a data folder contains, if any. */
export function storedSecret(dataDir: string): string | undefined {
  const file = fileIn(dataDir);
  let secret: string;
  try {
    secret = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (Buffer.byteLength(secret) >= minSecretBytes) return secret;
  throw new ConfigError(
    `The secret file ${file} is damaged: it must have at least ${minSecretBytes} bytes. Restore it, or start with an empty folder`,
  );
}
