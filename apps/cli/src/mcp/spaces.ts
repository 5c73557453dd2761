import { ServiceError } from '@parley/core';
import type { Role } from '@parley/mcp';
import type { Space } from '@parley/sdk';
import type { Context, Place } from '../context.ts';
import { Failure } from '../failure.ts';
import { fetch } from '../fetch.ts';
import type { KeptSpace } from '../keys/kept-spaces.ts';
import { unlocked } from '../rotation.ts';

/** A space that tools can act in. */
export interface ReachableSpace {
  place: Place;
  /** How tools name it. */
  alias: string;
  name: string;
  /** A client that gives up soon, because a model waits for the answer. */
  space: Space;
}

/** What the profile knows about a space. */
export type ListedSpace = Pick<KeptSpace, 'spaceId' | 'alias' | 'name' | 'participantId'> & { role?: KeptSpace['role'] };

/** The spaces of the profile as they are now, or the only one if one is pinned. */
export class ReachableSpaces {
  readonly #context: Context;
  readonly #pinned: Place | undefined;
  /** Opened spaces, so that the keychain is asked only once for each key. */
  readonly #opened = new Map<string, { kept: string; space: ReachableSpace }>();

  constructor(context: Context, pinned: Place | undefined) {
    this.#context = context;
    this.#pinned = pinned;
  }

  static async of(context: Context): Promise<ReachableSpaces> {
    return new ReachableSpaces(context, context.namesSpace ? await context.place() : undefined);
  }

  get isPinned(): boolean {
    return this.#pinned !== undefined;
  }

  /** The server for what is not about a space. */
  get baseUrl(): string {
    return this.#pinned?.baseUrl ?? this.#context.baseUrl;
  }

  /** The space with that alias, id or start of an id; without a name, the only one. */
  async find(name: unknown): Promise<ReachableSpace> {
    if (name !== undefined && typeof name !== 'string') throw refused('must be the alias or the id of a space');
    if (this.#pinned) return this.#only(this.#pinned, name);
    if (name) return this.#openKept(await this.#context.spaces.named(name));
    const all = await this.#context.spaces.all();
    if (name === undefined && all.length === 1) return this.#openKept(all[0]!);
    const aliases = all.map(({ alias }) => alias);
    throw refused(`is required${aliases.length > 0 ? `: ${aliases.join(', ')}` : '; there are no spaces yet: call join_space'}`);
  }

  /** What is known without asking servers. */
  async list(): Promise<ListedSpace[]> {
    if (this.#pinned && !this.#pinned.kept) {
      const { spaceId, participantId } = this.#pinned;
      return [{ spaceId, alias: spaceId, name: spaceId, participantId }];
    }
    const kept = this.#pinned?.kept ? [this.#pinned.kept] : await this.#context.spaces.all();
    return kept.map(({ spaceId, alias, name, role, participantId }) => ({ spaceId, alias, name, role, participantId }));
  }

  /** Whose keys the profile has, if it has the same role in all its spaces. A key of the environment does not say. */
  async role(): Promise<Role | undefined> {
    const [role, ...others] = new Set((await this.list()).map((each) => each.role));
    return others.length > 0 ? undefined : role;
  }

  async #only(pinned: Place, name: string | undefined): Promise<ReachableSpace> {
    const { spaceId, kept } = pinned;
    if (name !== undefined && name.toLowerCase() !== spaceId && name !== kept?.alias)
      throw new Failure('notFound', 'Only one space can be reached here; omit `space`');
    return kept ? this.#openPinned({ ...pinned, kept }) : this.#open(pinned, { alias: spaceId, name: spaceId }, 'pinned');
  }

  /** With the key that the profile has now. */
  async #openPinned(pinned: Place & { kept: KeptSpace }): Promise<ReachableSpace> {
    const { spaceId } = pinned;
    const kept = (await this.#context.spaces.of(spaceId)) ?? pinned.kept;
    const known = this.#opened.get(spaceId);
    if (known?.kept === JSON.stringify(kept)) return known.space;
    const now = await unlocked(this.#context, kept);
    return this.#open({ ...pinned, ...now }, now.kept, JSON.stringify(now.kept));
  }

  async #openKept(kept: KeptSpace): Promise<ReachableSpace> {
    const { spaceId, baseUrl, participantId } = kept;
    const stamp = JSON.stringify(kept);
    const known = this.#opened.get(spaceId);
    if (known?.kept === stamp) return known.space;
    const { key, kept: present } = await unlocked(this.#context, kept);
    return this.#open({ spaceId, baseUrl, participantId, key, kept: present }, present, JSON.stringify(present));
  }

  async #open(place: Place, { alias, name }: { alias: string; name: string }, kept: string): Promise<ReachableSpace> {
    const known = this.#opened.get(place.spaceId);
    if (known?.kept === kept) return known.space;
    const space = { place, alias, name, space: await this.#context.open(place, { fetch }) };
    this.#opened.set(place.spaceId, { kept, space });
    return space;
  }
}

const refused = (message: string): ServiceError =>
  new ServiceError('invalid_request', `space ${message}`, { issues: [{ field: 'space', message }] });
