import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../failures.ts';
import { theOne } from '../naming.ts';
import { privateFolder, readPrivate, writePrivate } from './private-files.ts';
import type { Secrets } from './secrets.ts';

/** A space whose key is in this profile. */
export interface KeptSpace {
  spaceId: string;
  /** The server of the space. The key is sent to no other server. */
  baseUrl: string;
  role: 'owner' | 'participant';
  participantId?: string | undefined;
  name: string;
  alias: string;
  /** The key itself, unless it is in the keychain. */
  key?: string;
  /** The account of the key in the keychain. */
  keychain?: string;
}

export type NewSpace = Omit<KeptSpace, 'alias' | 'key' | 'keychain'> & { key: string };

/** The spaces of a profile, one file each, so that concurrent processes cannot overwrite each other's keys. */
export class KeptSpaces {
  readonly #folder: string;
  readonly #currentFile: string;
  readonly #secrets: Secrets;

  constructor(profileFolder: string, secrets: Secrets) {
    this.#secrets = secrets;
    this.#folder = join(profileFolder, 'spaces');
    this.#currentFile = join(profileFolder, 'current.json');
  }

  /** Fails before a key is requested, because the server sends each key only once. */
  async prepare(alias?: string, spaceId?: string): Promise<void> {
    await privateFolder(this.#folder);
    await this.assertFree(alias, spaceId);
    await this.#secrets.prepare();
  }

  /** An alias must be free or already belong to this space. */
  async assertFree(alias: string | undefined, spaceId?: string): Promise<void> {
    const other = (await this.all()).find((space) => space.alias === alias);
    if (other && other.spaceId !== spaceId)
      throw new Failure('conflict', `The alias ${alias} belongs to another space`, 'choose another one with --as');
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

  /** The space with this id, if it is in the profile. */
  async of(spaceId: string): Promise<KeptSpace | undefined> {
    return readPrivate<KeptSpace>(this.#file(spaceId));
  }

  /** Finds a space by its alias, its id or the start of its id. */
  async named(name: string): Promise<KeptSpace> {
    const all = await this.all();
    if (all.length === 0)
      throw new Failure(
        'notFound',
        'This profile has no spaces',
        'create one with `parley space create NAME`, or join one with `parley join LINK`',
      );
    return theOne('space', all, name, ({ spaceId, alias }) => ({ id: spaceId, name: alias }));
  }

  /** @throws a failure that says what to do if the keychain refuses. */
  async keyOf({ key, keychain }: KeptSpace): Promise<string> {
    return key ?? this.#secrets.get(keychain!);
  }

  /**
   * Stores a space, replacing an earlier key, and makes it the current one unless it should not be. If the alias is missing or taken, one
   * is derived from the alias or the name.
   */
  async keep({ key, ...space }: NewSpace, alias?: string, isCurrent = true): Promise<KeptSpace> {
    const earlier = await this.of(space.spaceId);
    const keychain = await this.#secrets.put(space.spaceId, key);
    const kept = await this.use({ ...space, ...(keychain ? { keychain } : { key }) }, alias, isCurrent);
    await this.#secrets.remove(earlier?.keychain);
    return kept;
  }

  /** Makes a stored space the current one, under that alias; or only gives it the alias. */
  async use(space: Omit<KeptSpace, 'alias'>, alias?: string, isCurrent = true): Promise<KeptSpace> {
    const others = (await this.all()).filter(({ spaceId }) => spaceId !== space.spaceId);
    const taken = new Set(others.map(({ alias }) => alias));
    const kept = { ...space, alias: alias !== undefined && !taken.has(alias) ? alias : freeAlias(alias ?? space.name, taken) };
    await writePrivate(this.#file(space.spaceId), JSON.stringify(kept));
    if (isCurrent) await writePrivate(this.#currentFile, JSON.stringify({ spaceId: space.spaceId }));
    return kept;
  }

  async forget({ spaceId, keychain }: KeptSpace): Promise<void> {
    await rm(this.#file(spaceId), { force: true });
    await this.#secrets.remove(keychain);
  }

  /** The id of a new space comes from its server, and must not lead to another folder. */
  #file(spaceId: string): string {
    if (!/^[\w-]{1,64}$/.test(spaceId)) throw new Failure('error', `“${spaceId.slice(0, 100)}” is not the id of a space`);
    return join(this.#folder, `${spaceId}.json`);
  }
}

/** The name of a space as one lower-case word, with a number if that word is taken. */
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
