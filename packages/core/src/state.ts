import type { Artifact, Instant, Lock, Space, Task, TaskState } from './contract/entities.ts';
import type { NounTraits } from './contract/noun.ts';
import { part, type Part } from './contract/nouns.ts';

/** What a space contains, by noun: every change increments `rev`. */
export type Nouns = {
  readonly [Name in keyof Part<'entities'>]: Part<'entities'>[Name] extends NounTraits<infer Noun> ? Noun : never;
};
export type NounName = keyof Nouns;

/** Everything that a decision about a space can depend on. Immutable: `apply` returns the next state. */
export type SpaceState = {
  readonly space: Space;
  /** The id of the participant or invitation that holds or held a key, by the SHA-256 of the key. */
  readonly holders: ReadonlyMap<string, string>;
} & { readonly [Name in NounName]: ReadonlyMap<string, Nouns[Name]> };

type Some = { readonly [Name in NounName]?: readonly Nouns[Name][] };

/** The difference to the next state: what is new or changed, by noun, and what is forgotten to make room. */
export interface Changes extends Some {
  readonly space?: Space;
  readonly forgotten?: Some;
}

/** What distinguishes the nouns of a state. */
export const nouns: { readonly [Name in NounName]: NounTraits<Nouns[Name]> } = part('entities');
export const nounNames = Object.keys(nouns) as NounName[];
/** For loops over all nouns, which use only what all nouns have in common. */
export const nounTraits = (name: NounName): NounTraits<unknown> => nouns[name];

/** A state that contains only the space itself. */
export function emptyState(space: Space): SpaceState {
  const maps = Object.fromEntries(nounNames.map((name) => [name, new Map()]));
  return { space, holders: new Map(), ...(maps as unknown as { [Name in NounName]: Map<string, Nouns[Name]> }) };
}

export function apply(state: SpaceState, changes: Changes): SpaceState {
  const changed = changes.space ? { ...state, space: changes.space } : state;
  return nounNames.reduce((state, name) => applyTo(name, state, changes), changed);
}

function applyTo(name: NounName, state: SpaceState, changes: Changes): SpaceState {
  const changed = changes[name] ?? [];
  const forgotten = changes.forgotten?.[name] ?? [];
  if (changed.length + forgotten.length === 0) return state;
  const { idOf, keyHashesOf, beyond } = nounTraits(name);
  const byId = new Map<string, unknown>(state[name]);
  const byKey = keyHashesOf && new Map(state.holders);
  const forgetKeys = (each: unknown) => keyHashesOf?.(each).forEach((hash) => byKey!.delete(hash));
  for (const each of changed) {
    const id = idOf(each);
    if (byId.has(id)) forgetKeys(byId.get(id));
    byId.set(id, each);
    keyHashesOf?.(each).forEach((hash) => byKey!.set(hash, id));
  }
  for (const each of [...forgotten, ...(beyond?.(byId.values()) ?? [])]) {
    byId.delete(idOf(each));
    forgetKeys(each);
  }
  return { ...state, [name]: byId, ...(byKey && { holders: byKey }) };
}

/** The lock in force now: an expired lock counts as absent. */
export const lockAt = ({ lock }: Artifact, now: Instant): Lock | undefined => (lock && now < lock.expiresAt ? lock : undefined);

/** The state of a task, whose lease counts as in force. */
export function taskStateOf({ end, submission, lease }: Pick<Task, 'end' | 'submission' | 'lease'>): TaskState {
  if (end) return end.state;
  if (submission) return 'submitted';
  return lease ? 'claimed' : 'open';
}
