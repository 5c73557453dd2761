import type { Meaning } from '../../failure.ts';
import type { Resource } from '../../resource.ts';
import { caughtUp } from './caught.ts';
import { artifactCommands } from './commands.ts';
import { artifact, version } from './sources.ts';

const noVersion: Meaning = { reason: 'notFound', hint: '`parley artifact log` shows the versions' };

export const artifacts: Resource = {
  help: { heading: 'Artifacts', commands: [artifactCommands] },
  sources: { artifact, version, base: version, from: version, 'diff to': version },
  failures: {
    artifact_not_found: { reason: 'notFound', hint: '`parley artifact list` shows the artifacts' },
    locked: { reason: 'conflict', hint: '`parley artifact list` shows who holds it and for how long' },
    not_locked: { reason: 'conflict', hint: 'take the lock with `parley artifact lock`' },
    version_not_found: noVersion,
    version_thinned: noVersion,
  },
  synonyms: {
    'artifact download': 'save',
    'artifact log': 'history versions author',
    'artifact restore': 'undo revert rollback',
    'artifact diff': 'compare',
    'artifact delete': 'remove',
    'artifact undelete': 'recover restore',
  },
  exported: 'artifacts with their versions, proposals',
  toolList: 'artifacts',
  permission: 'artifacts',
  caughtUp,
};
