import { later } from '../../app/later.tsx';
import type { RoomResource } from '../resource.ts';
import { hashOf, shownIn } from './address.ts';
import { fold } from './fold.ts';

export const artifacts: RoomResource = {
  name: 'artifacts',
  panel: {
    label: 'Artifact',
    includes: (hash) => shownIn(hash) !== undefined,
    Panel: later(async () => (await import('./artifact-panel.tsx')).ArtifactPanel),
  },
  section: async () => ({ Section: (await import('./artifacts.tsx')).Artifacts }),
  fold,
  targets: ({ artifacts: { value } }) =>
    value.map(({ id, name }) => ({ id, name, hash: hashOf({ view: 'text', artifactId: id }) })),
  outcomes: { after: 'artifact', load: () => import('./outcomes.ts') },
  found: { kind: 'artifact', hashOf: ({ id }) => hashOf({ artifactId: id, view: 'text' }) },
};
