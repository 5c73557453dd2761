import type { Meaning } from '../../failure.ts';
import type { Resource } from '../../resource.ts';
import { caughtUp, proposed } from './caught.ts';
import { artifactCommands } from './commands.ts';
import { artifact, proposal, version } from './sources.ts';

const noVersion: Meaning = { reason: 'notFound', hint: '`parley artifact log` shows the versions' };

/** `parley artifact` is about artifacts with their versions and proposals. */
export const artifacts: Resource = {
  help: { heading: 'Artifacts', commands: [artifactCommands] },
  sources: { artifact, proposal, version, base: version, from: version, 'diff to': version },
  failures: {
    artifact_not_found: { reason: 'notFound', hint: '`parley artifact list` shows the artifacts' },
    locked: { reason: 'conflict', hint: '`parley artifact list` shows who holds it and for how long' },
    not_locked: { reason: 'conflict', hint: 'take the lock with `parley artifact lock`' },
    version_not_found: noVersion,
    version_thinned: noVersion,
    proposal_not_found: { reason: 'notFound', hint: '`parley artifact proposals` lists them' },
    proposal_ended: { reason: 'conflict', hint: '`parley artifact proposal` shows who ended it, and when' },
  },
  synonyms: {
    'artifact download': 'save',
    'artifact log': 'history versions author',
    'artifact restore': 'undo revert rollback',
    'artifact diff': 'compare',
    'artifact delete': 'remove',
    'artifact undelete': 'recover restore',
    'artifact propose': 'suggest suggestion',
    'artifact accept': 'approve merge proposal',
    'artifact reject': 'decline refuse',
  },
  waiting: proposed,
  caughtUp,
};
