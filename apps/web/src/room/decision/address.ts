/** What a hash names: all decisions, one, or the question for a new one, which can be about a version. */
export type ShownDecision =
  | { readonly view: 'list' }
  | { readonly view: 'decision'; readonly decisionId: string }
  | { readonly view: 'ask'; readonly about?: Pinned | undefined };

/** A version of an artifact. */
export interface Pinned {
  readonly artifactId: string;
  readonly version: number;
}

const listHash = '#decisions';
const askHash = '#decisions/ask';
const prefix = '#decision-';

export function shownIn(hash: string): ShownDecision | undefined {
  if (hash === listHash) return { view: 'list' };
  if (hash === askHash) return { view: 'ask' };
  const [, artifactId, version] = /^#decisions\/ask\/([\w-]+)\/([1-9]\d*)$/.exec(hash) ?? [];
  if (artifactId !== undefined) return { view: 'ask', about: { artifactId, version: Number(version) } };
  const decisionId = hash.startsWith(prefix) ? hash.slice(prefix.length) : '';
  return decisionId ? { view: 'decision', decisionId } : undefined;
}

export function hashOf(shown: ShownDecision): string {
  switch (shown.view) {
    case 'list':
      return listHash;
    case 'ask':
      return shown.about ? `${askHash}/${shown.about.artifactId}/${shown.about.version}` : askHash;
    case 'decision':
      return prefix + shown.decisionId;
  }
}
