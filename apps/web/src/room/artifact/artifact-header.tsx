import { BackButton } from '../back-button.tsx';
import { ShownLink } from '../shown-link.tsx';
import type { Opened } from './opened.ts';
import { hashOf, type ShownArtifact, type View } from './address.ts';

const sections: readonly (readonly [name: string, first: View, ...others: View[]])[] = [
  ['Text', 'text', 'edit', 'propose', 'append'],
  ['History', 'history', 'version', 'changes'],
  ['Proposals', 'proposals', 'proposal', 'amend'],
];

export function ArtifactHeader({ opened, at }: { opened: Opened; at: ShownArtifact }) {
  const { artifactId } = opened;
  const name = opened.summary.value?.name ?? opened.view.value?.name ?? '';
  const version = opened.view.value?.version;
  const open = opened.summary.value?.openProposals ?? 0;
  return (
    <header class="panel-header">
      <BackButton />
      <h2 dir="auto">{name}</h2>
      {version !== undefined && <small>version {version}</small>}
      <nav aria-label="Views of this artifact">
        {sections.map(([title, ...views]) => (
          <ShownLink key={title} to={hashOf({ view: views[0], artifactId })} isCurrent={views.includes(at.view)}>
            {title}
            {title === 'Proposals' && open > 0 && (
              <span class="tag attention">
                {open} <span class="unseen">open</span>
              </span>
            )}
          </ShownLink>
        ))}
      </nav>
    </header>
  );
}
