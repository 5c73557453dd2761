import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import { Failure } from '../failures.ts';
import { readPrivate, writePrivate } from './private-files.ts';
import { KeychainError, type Keychain } from './system-keychain.ts';

/** Whether new secrets go to the keychain, and why not. */
export type Verdict = { works: true } | { works: false; why: string };

interface Surroundings {
  keychain: Keychain;
  /** What PARLEY_KEYCHAIN says. */
  setting: string | undefined;
  note(text: string): void;
}

const unwanted: Verdict = { works: false, why: 'PARLEY_KEYCHAIN is off' };
const quickMs = 5_000;
const aDayMs = 24 * 3_600_000;

/** The keychain works and has no such key: nothing is lost with what is kept of it. */
export class SecretGone extends Failure {}

/** The secrets of a profile that are in the keychain. What it does not take belongs into a file. */
export class Secrets {
  readonly #profile: string;
  readonly #verdictFile: string;
  readonly #with: Surroundings;

  constructor(profileFolder: string, surroundings: Surroundings) {
    this.#profile = basename(profileFolder);
    this.#verdictFile = join(profileFolder, 'keychain.json');
    this.#with = surroundings;
  }

  /** Fails while nothing is lost yet, where the keychain must be used and cannot be. */
  async prepare(): Promise<void> {
    const verdict = await this.#verdict();
    if (this.#setting === 'on' && !verdict.works)
      throw new Failure('error', `The keychain does not work: ${verdict.why}`, 'PARLEY_KEYCHAIN=auto keeps keys in files then');
  }

  /** Tries the keychain, and remembers how that went. */
  async probe(limitMs: number): Promise<Verdict> {
    if (this.#setting === 'off') return unwanted;
    try {
      await this.#with.keychain.probe(limitMs);
      return await this.#remember({ works: true });
    } catch (error) {
      return this.#remember({ works: false, why: reasonOf(error) });
    }
  }

  /** Answers the account that the secret is under now, or nothing when it belongs into a file. */
  async put(name: string, secret: string): Promise<string | undefined> {
    // Two folders may hold different keys for the same profile and space.
    const account = `${this.#profile}/${name} #${randomBytes(4).toString('hex')}`;
    try {
      if (!(await this.#verdict()).works) return undefined;
      await this.#with.keychain.write(account, secret);
      return account;
    } catch (error) {
      // It is told only once: whatever happens, also Ctrl-C, it is better kept in a file than not at all.
      if (error instanceof KeychainError) this.#tell(await this.#remember({ works: false, why: error.message }));
      return undefined;
    }
  }

  async get(account: string): Promise<string> {
    const secret = await this.#with.keychain.read(account).catch(refuse);
    if (secret !== undefined) return secret;
    throw new SecretGone('keyNeeded', `The keychain has no “${account}” any more`, 'recover the space, join or log in again');
  }

  /** What is kept beside it is gone already, so a keychain that cannot be asked only leaves something behind. */
  async remove(account: string | undefined): Promise<void> {
    if (account === undefined) return;
    await this.#with.keychain.remove(account).catch((error: unknown) => {
      this.#with.note(`The keychain still holds “${account}”: ${reasonOf(error)}`);
    });
  }

  get #setting(): string {
    const setting = this.#with.setting || 'auto';
    if (['auto', 'on', 'off'].includes(setting)) return setting;
    throw new Failure('usage', `PARLEY_KEYCHAIN cannot be “${setting}”`, 'auto, on and off can');
  }

  async #verdict(): Promise<Verdict> {
    if (this.#setting === 'off') return unwanted;
    const remembered = await readPrivate<Verdict & { at: number }>(this.#verdictFile);
    if (remembered && Math.abs(Date.now() - remembered.at) < aDayMs) return remembered;
    const verdict = await this.probe(quickMs);
    if (this.#setting === 'auto') this.#tell(verdict);
    return verdict;
  }

  async #remember(verdict: Verdict): Promise<Verdict> {
    await writePrivate(this.#verdictFile, JSON.stringify({ ...verdict, at: Date.now() }));
    return verdict;
  }

  #tell(verdict: Verdict): void {
    if (!verdict.works)
      this.#with.note('No keychain here: keys are kept in files that only you can read (`parley keychain` says why)');
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof KeychainError) return error.message;
  throw error;
}

function refuse(error: unknown): never {
  throw new Failure('keyNeeded', `The keychain does not give or take the key: ${reasonOf(error)}`, 'unlock it and try again');
}
