import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../failure.ts';
import { readPrivate, writePrivate } from './private-files.ts';
import { KeychainError, type Keychain } from './system-keychain.ts';

/** Whether new secrets go to the keychain, and if not, why. */
export type SecretVerdict = { works: true } | { works: false; why: string };

interface Surroundings {
  keychain: Keychain;
  /** The value of PARLEY_KEYCHAIN. */
  setting: string | undefined;
  note(text: string): void;
}

const unwanted: SecretVerdict = { works: false, why: 'PARLEY_KEYCHAIN is off' };
const quickMs = 5_000;
const aDayMs = 24 * 3_600_000;

/** The keychain works but does not have the key, so its entry in the profile can be replaced. */
export class SecretGone extends Failure {}

/** The secrets of a profile in the keychain. Secrets that it does not accept belong in a file. */
export class Secrets {
  readonly #profile: string;
  readonly #verdictFile: string;
  readonly #notedFile: string;
  readonly #with: Surroundings;
  /** Whether a person reads the notes. */
  isWatched = true;

  constructor(profileFolder: string, surroundings: Surroundings) {
    this.#profile = basename(profileFolder);
    this.#verdictFile = join(profileFolder, 'keychain.json');
    // No profile has a name that begins with a dot.
    this.#notedFile = join(dirname(profileFolder), '.keychain-noted.json');
    this.#with = surroundings;
  }

  /** Fails before a secret is requested, if the keychain is required and does not work. */
  async prepare(): Promise<void> {
    const verdict = await this.#verdict();
    if (this.#setting === 'on' && !verdict.works)
      throw new Failure(
        'error',
        `The keychain does not work: ${verdict.why}`,
        'with PARLEY_KEYCHAIN=auto, keys are stored in files instead',
      );
  }

  /** Tests the keychain and remembers the result. */
  async probe(limitMs: number): Promise<SecretVerdict> {
    if (this.#setting === 'off') return unwanted;
    try {
      await this.#with.keychain.probe(limitMs);
      return await this.#remember({ works: true });
    } catch (error) {
      return this.#remember({ works: false, why: reasonOf(error) });
    }
  }

  /** Returns the account of the stored secret, or undefined if the secret belongs in a file. */
  async put(name: string, secret: string): Promise<string | undefined> {
    // Two folders can hold different keys for the same profile and space.
    const account = `${this.#profile}/${name} #${randomBytes(4).toString('hex')}`;
    try {
      if (!(await this.#verdict()).works) return undefined;
      await this.#with.keychain.write(account, secret);
      return account;
    } catch (error) {
      // The server sends a secret only once: after any failure, even Ctrl-C, it must go to a file rather than be lost.
      if (error instanceof KeychainError) await this.#noteFailure(await this.#remember({ works: false, why: error.message }));
      return undefined;
    }
  }

  async get(account: string): Promise<string> {
    const secret = await this.#with.keychain.read(account).catch(refuse);
    if (secret !== undefined) return secret;
    throw new SecretGone(
      'keyNeeded',
      `The keychain no longer has “${account}”`,
      'recover the space, join it again or log in again',
    );
  }

  /** The entry in the profile is already deleted, so if the keychain fails, it only keeps a useless secret. */
  async remove(account: string | undefined): Promise<void> {
    if (account === undefined) return;
    await this.#with.keychain.remove(account).catch((error: unknown) => {
      this.#with.note(`The keychain still holds “${account}”: ${reasonOf(error)}`);
    });
  }

  get #setting(): string {
    const setting = this.#with.setting || 'auto';
    if (['auto', 'on', 'off'].includes(setting)) return setting;
    throw new Failure('usage', `PARLEY_KEYCHAIN cannot be “${setting}”`, 'use auto, on or off');
  }

  async #verdict(): Promise<SecretVerdict> {
    if (this.#setting === 'off') return unwanted;
    const remembered = await readPrivate<SecretVerdict & { at: number }>(this.#verdictFile);
    if (remembered && Math.abs(Date.now() - remembered.at) < aDayMs) return remembered;
    const verdict = await this.probe(quickMs);
    if (this.#setting === 'auto') await this.#noteFailure(verdict);
    return verdict;
  }

  async #remember(verdict: SecretVerdict): Promise<SecretVerdict> {
    await writePrivate(this.#verdictFile, JSON.stringify({ ...verdict, at: Date.now() }));
    if (verdict.works) await rm(this.#notedFile, { force: true });
    return verdict;
  }

  /** Once for all profiles of the user, until the keychain works again. */
  async #noteFailure(verdict: SecretVerdict): Promise<void> {
    if (verdict.works || !this.isWatched) return;
    const noted = await readPrivate(this.#notedFile).catch(() => undefined);
    if (noted) return;
    this.#with.note('The keychain does not work: keys are stored in files that only you can read (`parley keychain` shows why)');
    // What cannot be remembered is noted again; the key matters more.
    await writePrivate(this.#notedFile, JSON.stringify({ at: Date.now() })).catch(() => {});
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof KeychainError) return error.message;
  throw error;
}

function refuse(error: unknown): never {
  throw new Failure(
    'keyNeeded',
    `The keychain refused access to the key: ${reasonOf(error)}`,
    'unlock the keychain and try again',
  );
}
