import { computed } from '@preact/signals';
import { place } from '../../app/place.ts';

const views = ['text', 'edit', 'propose', 'append', 'history', 'version', 'changes', 'proposals', 'proposal', 'amend'] as const;

export type View = (typeof views)[number];

/** What is open beside the conversation: the list of all artifacts, or a view of one. */
export type Shown = { readonly view: 'list' } | ShownArtifact;

export interface ShownArtifact {
  readonly view: View;
  readonly artifactId: string;
  /** A version, two versions as `3..5`, or the id of a proposal. */
  readonly about?: string | undefined;
}

const listHash = '#artifacts';
const prefix = '#artifact-';

/** What the hash of an address names. */
export function shownIn(hash: string): Shown | undefined {
  if (hash === listHash) return { view: 'list' };
  if (!hash.startsWith(prefix)) return undefined;
  const [artifactId, name = 'text', about] = hash.slice(prefix.length).split('/');
  const view = views.find((each) => each === name);
  return artifactId && view ? { view, artifactId, about } : undefined;
}

export function hashOf(shown: Shown): string {
  if (shown.view === 'list') return listHash;
  const { artifactId, view, about } = shown;
  const rest = view === 'text' ? [] : about === undefined ? [view] : [view, about];
  return prefix + [artifactId, ...rest].join('/');
}

/** It is a part of the address, so that it can be linked, and the browser's back button closes it. */
export const shown = computed(() => (place.value.screen === 'room' ? shownIn(location.hash) : undefined));

/** How many steps back the conversation alone is, if it was open before. */
const depth = (): number => (history.state as { depth?: number } | null)?.depth ?? 0;

function put(address: string, steps: number): void {
  const method = steps === depth() ? 'replaceState' : 'pushState';
  history[method]({ depth: steps }, '', address);
  place.value = { ...place.value };
}

/** Opens a view. `replace`: the present one is not one to come back to. */
export const show = (next: Shown, { replace = false } = {}): void => put(hashOf(next), replace ? depth() : depth() + 1);

/** Returns to the conversation. */
export function close(): void {
  if (depth() > 0) history.go(-depth());
  else put(location.pathname, 0);
}
