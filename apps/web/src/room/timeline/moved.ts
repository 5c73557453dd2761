import type { SpaceEvent } from '@parley/sdk';
import type { Fold } from '../resource.ts';

const named = 3;

/** Whether somebody came or went. */
function wayOf(event: SpaceEvent): 'joined' | 'left' | undefined {
  if (event.type !== 'participant-status') return undefined;
  const { status, previousStatus } = event.data;
  if (status === 'active' && previousStatus !== 'muted' && previousStatus !== 'active') return 'joined';
  return status === 'left' && previousStatus !== 'left' ? 'left' : undefined;
}

/** Many who come one after the other are one line. */
export const moved: Fold = {
  isStep: (event) => wayOf(event) !== undefined,
  goesOn: (event, next) => wayOf(event) === wayOf(next),
  piecesOf(run) {
    // Each begins with who it is.
    const who = run.map(({ pieces }) => pieces[0]!);
    const names = who.slice(0, named);
    const rest = who.length - names.length;
    const list = names.flatMap((name, i) => (i === 0 ? [name] : [i === who.length - 1 ? ' and ' : ', ', name]));
    const way = wayOf(run[0]!.event)!;
    return rest > 0 ? [`${who.length} ${way}: `, ...list, ` and ${rest} more`] : [...list, ` ${way}`];
  },
};
