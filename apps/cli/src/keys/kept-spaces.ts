import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Failure } from '../failure.ts';
import { theOne } from '../naming.ts';
import { locked } from './lock.ts';
import { damaged, privateFolder, readPrivate, writePrivate } from './private-files.ts';
import { ReadMarks } from './read-marks.ts';
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
  /** How far each space was read. */
  readonly marks: ReadMarks;

  constructor(profileFolder: string, secrets: Secrets) {
    this.#secrets = secrets;
    this.marks = new ReadMarks(profileFolder);
    this.#folder = join(profileFolder, 'spaces');
    this.#currentFile = join(profileFolder, 'current.json');
  }

  /** Fails before a key is requested, because the server sends each key only once. */
  async prepare(alias?: string, spaceId?: string): Promise<void> {
    await privateFolder(this.#folder);
    if (spaceId !== undefined) await this.of(spaceId);
    await this.assertFree(alias, spaceId);
    await this.#secrets.prepare();
  }

  /** An alias must be free or already belong to this space. */
  async assertFree(alias: string | undefined, spaceId?: string): Promise<void> {
    const other = (await this.all()).find((space) => space.alias === alias);
    if (other && other.spaceId !== spaceId)
      throw new Failure('conflict', `The alias ${alias} belongs to another space`, 'choose another one with --as');
  }

  /** The spaces whose files can be read. A damaged file only loses its own space. */
  async all(): Promise<KeptSpace[]> {
    return (await this.#read()).spaces;
  }

  /** The files that cannot be read. */
  async damaged(): Promise<string[]> {
    return (await this.#read()).damaged;
  }

  async #read(): Promise<{ spaces: KeptSpace[]; damaged: string[] }> {
    const names = await readdir(this.#folder).catch(() => []);
    const files = names.filter((name) => name.endsWith('.json')).map((name) => join(this.#folder, name));
    const read = await Promise.all(
      files.map(async (file) => ({ file, space: await wholeSpace(file).catch(() => 'damaged' as const) })),
    );
    const spaces = read.flatMap(({ space }) => (space === undefined || space === 'damaged' ? [] : space));
    return {
      spaces: spaces.toSorted((a, b) => a.alias.localeCompare(b.alias)),
      damaged: read.filter(({ space }) => space === 'damaged').map(({ file }) => file),
    };
  }

  /** The current space, if there is one that can be read. */
  async current(): Promise<KeptSpace | undefined> {
    return this.needed().catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      return undefined;
    });
  }

  /** @throws {Failure} if there is no current space, or its file is damaged. */
  async needed(): Promise<KeptSpace> {
    const spaceId = await this.#currentId();
    const kept = spaceId === undefined ? undefined : await this.of(spaceId);
    if (kept) return kept;
    throw new Failure(
      'keyNeeded',
      'There is no current space',
      'create one with `parley space create NAME`, join one with `parley join LINK`, or choose one with `parley use SPACE`',
    );
  }

  /** Without a readable file no space is current. */
  async #currentId(): Promise<string | undefined> {
    const current = await readPrivate<{ spaceId?: unknown } | null>(this.#currentFile).catch(() => undefined);
    return typeof current?.spaceId === 'string' ? current.spaceId : undefined;
  }

  /** Stops a space from being the current one. Returns whether it was. */
  async leaveCurrent({ spaceId }: Pick<KeptSpace, 'spaceId'>): Promise<boolean> {
    if ((await this.#currentId()) !== spaceId) return false;
    await rm(this.#currentFile, { force: true });
    return true;
  }

  /** The space with this id, if it is in the profile. */
  async of(spaceId: string): Promise<KeptSpace | undefined> {
    return wholeSpace(this.#file(spaceId));
  }

  /** Finds a space by its alias, its name, its id or the start of its id. */
  async named(name: string): Promise<KeptSpace> {
    const { spaces, damaged: files } = await this.#read();
    const file = files.find((each) => name !== '' && basename(each).startsWith(name.toLowerCase()));
    if (file) throw damaged(file);
    if (spaces.length === 0)
      throw new Failure(
        'notFound',
        files.length > 0 ? `This profile has no spaces that can be read: ${files.join(', ')}` : 'This profile has no spaces',
        'create one with `parley space create NAME`, or join one with `parley join LINK`',
      );
    return theOne('space', spaces, name, ({ spaceId, alias, name: own }) => ({ id: spaceId, names: [alias, own] }));
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
    const kept = await this.#write({ ...space, ...(keychain ? { keychain } : { key }) }, alias, isCurrent);
    await this.#secrets.remove(earlier?.keychain);
    return kept;
  }

  /** Makes a stored space the current one, under that alias; or only gives it the alias or another name. Its key stays. */
  async use(space: Omit<KeptSpace, 'alias'>, alias?: string, isCurrent = true): Promise<KeptSpace> {
    return this.alone(space.spaceId, async () => {
      // Another process can have replaced the key since the space was read.
      const { key, keychain } = (await this.of(space.spaceId)) ?? space;
      const { key: _, keychain: __, ...rest } = space;
      return this.#write({ ...rest, ...(keychain ? { keychain } : { key: key! }) }, alias, isCurrent);
    });
  }

  /** Does `work` while no other process does so for this space. Whoever replaces its key or writes its file again needs it. */
  alone<T>(spaceId: string, work: () => Promise<T>): Promise<T> {
    return locked(this.#file(spaceId).replace(/json$/, 'lock'), work);
  }

  async #write(space: Omit<KeptSpace, 'alias'>, alias: string | undefined, isCurrent: boolean): Promise<KeptSpace> {
    const others = (await this.all()).filter(({ spaceId }) => spaceId !== space.spaceId);
    const taken = new Set(others.map(({ alias }) => alias));
    const kept = { ...space, alias: alias !== undefined && !taken.has(alias) ? alias : freeAlias(alias ?? space.name, taken) };
    await writePrivate(this.#file(space.spaceId), JSON.stringify(kept));
    if (isCurrent) await writePrivate(this.#currentFile, JSON.stringify({ spaceId: space.spaceId }));
    return kept;
  }

  async forget({ spaceId, keychain }: KeptSpace): Promise<void> {
    await rm(this.#file(spaceId), { force: true });
    await this.marks.forget(spaceId);
    await this.#secrets.remove(keychain);
  }

  /** The id of a new space comes from its server, and must not lead to another folder. */
  #file(spaceId: string): string {
    if (!/^[\w-]{1,64}$/.test(spaceId)) throw new Failure('error', `“${spaceId.slice(0, 100)}” is not the id of a space`);
    return join(this.#folder, `${spaceId}.json`);
  }
}

/** @throws {Failure} if the file is no stored space. */
async function wholeSpace(file: string): Promise<KeptSpace | undefined> {
  const space = await readPrivate<Partial<KeptSpace> | null>(file);
  if (space === undefined) return undefined;
  const fields = [space?.spaceId, space?.alias, space?.name, space?.key ?? space?.keychain];
  if (fields.some((field) => typeof field !== 'string')) throw damaged(file);
  return space as KeptSpace;
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
