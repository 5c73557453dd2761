import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../failures.ts';
import { theOne } from '../naming.ts';
import { privateFolder, readPrivate, writePrivate } from './private-files.ts';
import type { Secrets } from './secrets.ts';

/** A space that this profile has a key of. */
export interface KeptSpace {
  spaceId: string;
  /** The service that it lives on: its key goes nowhere else. */
  baseUrl: string;
  role: 'owner' | 'participant';
  participantId?: string | undefined;
  name: string;
  alias: string;
  /** The key itself, where it is not in the keychain. */
  key?: string;
  /** The account that the key is under in the keychain. */
  keychain?: string;
}

export type NewSpace = Omit<KeptSpace, 'alias' | 'key' | 'keychain'> & { key: string };

/** The spaces of a profile: one file each, so that processes that write at the same time cannot lose each other's keys. */
export class KeptSpaces {
  readonly #folder: string;
  readonly #currentFile: string;
  readonly #secrets: Secrets;

  constructor(profileFolder: string, secrets: Secrets) {
    this.#secrets = secrets;
    this.#folder = join(profileFolder, 'spaces');
    this.#currentFile = join(profileFolder, 'current.json');
  }

  /** Fails while nothing is lost yet: a key is told only once. */
  async prepare(alias?: string, spaceId?: string): Promise<void> {
    await privateFolder(this.#folder);
    await this.assertFree(alias, spaceId);
    await this.#secrets.prepare();
  }

  /** An alias must be free, or the one of the space that has it. */
  async assertFree(alias: string | undefined, spaceId?: string): Promise<void> {
    const other = (await this.all()).find((space) => space.alias === alias);
    if (other && other.spaceId !== spaceId) throw new Failure('conflict', `Another space is called ${alias} here`);
  }

  async all(): Promise<KeptSpace[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const files = names.filter((name) => name.endsWith('.json'));
    const spaces = await Promise.all(files.map((name) => readPrivate<KeptSpace>(join(this.#folder, name))));
    return spaces.filter((space) => space !== undefined).toSorted((a, b) => a.alias.localeCompare(b.alias));
  }

  async current(): Promise<KeptSpace | undefined> {
    const current = await readPrivate<{ spaceId: string }>(this.#currentFile);
    return current && this.of(current.spaceId);
  }

  /** What is kept of the space with this id. */
  async of(spaceId: string): Promise<KeptSpace | undefined> {
    return readPrivate<KeptSpace>(this.#file(spaceId));
  }

  /** The space that is meant by an alias, an id or the beginning of one. */
  async named(name: string): Promise<KeptSpace> {
    const all = await this.all();
    if (all.length === 0)
      throw new Failure('notFound', 'This profile has no spaces', '`parley space create` or `parley join` gets one');
    return theOne('space', all, name, ({ spaceId, alias }) => ({ id: spaceId, name: alias }));
  }

  /** @throws a failure that says what to do where the keychain does not give it. */
  async keyOf({ key, keychain }: KeptSpace): Promise<string> {
    return key ?? this.#secrets.get(keychain!);
  }

  /** Keeps a space in place of what was kept of it, under an alias made of its name when none was given or it was taken meanwhile, and makes it the current one. */
  async keep({ key, ...space }: NewSpace, alias?: string): Promise<KeptSpace> {
    const earlier = await this.of(space.spaceId);
    const keychain = await this.#secrets.put(space.spaceId, key);
    const kept = await this.use({ ...space, ...(keychain ? { keychain } : { key }) }, alias);
    await this.#secrets.remove(earlier?.keychain);
    return kept;
  }

  /** Makes a space that is kept the current one, under that alias. */
  async use(space: Omit<KeptSpace, 'alias'>, alias?: string): Promise<KeptSpace> {
    const others = (await this.all()).filter(({ spaceId }) => spaceId !== space.spaceId);
    const taken = new Set(others.map(({ alias }) => alias));
    const kept = { ...space, alias: alias !== undefined && !taken.has(alias) ? alias : freeAlias(alias ?? space.name, taken) };
    await writePrivate(this.#file(space.spaceId), JSON.stringify(kept));
    await writePrivate(this.#currentFile, JSON.stringify({ spaceId: space.spaceId }));
    return kept;
  }

  async forget({ spaceId, keychain }: KeptSpace): Promise<void> {
    await rm(this.#file(spaceId), { force: true });
    await this.#secrets.remove(keychain);
  }

  #file(spaceId: string): string {
    return join(this.#folder, `${spaceId}.json`);
  }
}

/** A short word for a space: its name in small letters, with a number behind it where that is taken. */
function freeAlias(name: string, taken: ReadonlySet<string>): string {
  const letters = name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
  const word =
    letters
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 24) || 'space';
  let alias = word;
  for (let number = 2; taken.has(alias); number += 1) alias = `${word}-${number}`;
  return alias;
}
