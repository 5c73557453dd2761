import { counted } from '@parley/core/words';
import type { SpaceEvent } from '@parley/sdk';
import type { Fold } from '../resource.ts';

type Change = Extract<SpaceEvent, { type: 'artifact' }>;

/** What belongs to writing. Anything else that happens to an artifact has a line of its own. */
const steps: readonly string[] = ['locked', 'updated', 'unlocked', 'lock-expired'];

const isStep = (event: SpaceEvent): event is Change => event.type === 'artifact' && steps.includes(event.data.action);

/** Who writes locks an artifact, changes it several times and unlocks it, and others go on: that is one line. */
export const fold: Fold = {
  isStep,
  goesOn: (event, next) => isStep(event) && isStep(next) && next.data.artifact.id === event.data.artifact.id,
  piecesOf(run) {
    const changes = run.filter(({ event }) => isStep(event) && event.data.action === 'updated');
    const { pieces, event } = changes.at(-1) ?? run.at(-1)!;
    if (changes.length < 2 || !isStep(event)) return pieces;
    const { artifact } = event.data;
    const authors = [...new Set(changes.map((each) => (each.event as Change).data.actorId))];
    const version = ` (version ${artifact.version})`;
    const [first, second] = authors.map((participantId) => ({ participantId }));
    if (!second) return [first!, ' changed “', { name: artifact.name }, `” ${counted(changes.length, 'time')}${version}`];
    return [
      ...[`${counted(changes.length, 'change')} of “`, { name: artifact.name }, '” by '],
      ...(authors.length === 2 ? [first!, ' and ', second] : [`${authors.length} participants`]),
      version,
    ];
  },
};
