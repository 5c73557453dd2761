const views = ['text', 'edit', 'propose', 'append', 'history', 'version', 'changes', 'proposals', 'proposal', 'amend'] as const;

export type View = (typeof views)[number];

/** A view of an artifact. */
export interface ShownArtifact {
  readonly view: View;
  readonly artifactId: string;
  /** A version, two versions as `3..5`, or the id of a proposal; of the text, that of a comment. */
  readonly about?: string | undefined;
}

const listHash = '#artifacts';
const prefix = '#artifact-';

/** What a hash names: the list of all artifacts, or a view of one. */
export function shownIn(hash: string): 'list' | ShownArtifact | undefined {
  if (hash === listHash) return 'list';
  if (!hash.startsWith(prefix)) return undefined;
  const [artifactId, name = 'text', about] = hash.slice(prefix.length).split('/');
  const view = views.find((each) => each === name);
  return artifactId && view ? { view, artifactId, about } : undefined;
}

export function hashOf({ artifactId, view, about }: ShownArtifact): string {
  const isPlain = view === 'text' && about === undefined;
  const rest = isPlain ? [] : about === undefined ? [view] : [view, about];
  return prefix + [artifactId, ...rest].join('/');
}
