import { computed } from '@preact/signals';
import { place } from '../../app/place.ts';

const views = ['text', 'edit', 'propose', 'append', 'history', 'version', 'changes', 'proposals', 'proposal', 'amend'] as const;

export type View = (typeof views)[number];

/** What is open beside the conversation: the list of all artifacts, a view of one, or the tasks. */
export type Shown = { readonly view: 'list' } | ShownArtifact | ShownTasks;

/** All tasks, or one. */
export interface ShownTasks {
  readonly view: 'tasks';
  readonly taskId?: string | undefined;
}

export interface ShownArtifact {
  readonly view: View;
  readonly artifactId: string;
  /** A version, two versions as `3..5`, or the id of a proposal. */
  readonly about?: string | undefined;
}

const listHash = '#artifacts';
const prefix = '#artifact-';
const tasksHash = '#tasks';
const taskPrefix = '#task-';

/** What the hash of an address names. */
function shownIn(hash: string): Shown | undefined {
  if (hash === listHash) return { view: 'list' };
  if (hash === tasksHash) return { view: 'tasks' };
  if (hash.startsWith(taskPrefix)) return { view: 'tasks', taskId: hash.slice(taskPrefix.length) };
  if (!hash.startsWith(prefix)) return undefined;
  const [artifactId, name = 'text', about] = hash.slice(prefix.length).split('/');
  const view = views.find((each) => each === name);
  return artifactId && view ? { view, artifactId, about } : undefined;
}

export function hashOf(shown: Shown): string {
  if (shown.view === 'list') return listHash;
  if (shown.view === 'tasks') return shown.taskId === undefined ? tasksHash : taskPrefix + shown.taskId;
  const { artifactId, view, about } = shown;
  const rest = view === 'text' ? [] : about === undefined ? [view] : [view, about];
  return prefix + [artifactId, ...rest].join('/');
}

/** It is a part of the address, so that it can be linked, and the browser's back button closes it. */
export const shown = computed(() => (place.value.screen === 'room' ? shownIn(location.hash) : undefined));

/** How many steps back the conversation alone is; undefined if it was not open before, as after a link to an artifact. */
const stepsBack = (): number | undefined => (location.hash ? (history.state as { steps?: number } | null)?.steps : 0);

function put(method: 'pushState' | 'replaceState', address: string, steps: number | undefined): void {
  history[method]({ steps }, '', address);
  place.value = { ...place.value };
}

/** Opens a view. `replace`: the present one is not one to come back to. */
export function show(next: Shown, { replace = false } = {}): void {
  const steps = stepsBack();
  if (replace) put('replaceState', hashOf(next), steps);
  else put('pushState', hashOf(next), steps === undefined ? undefined : steps + 1);
}

/** Returns to the conversation. */
export function close(): void {
  const steps = stepsBack();
  if (steps) history.go(-steps);
  else put('replaceState', location.pathname, 0);
}
