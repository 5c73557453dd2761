import type { SpaceEvent } from '@parley/sdk';
import type { Entry, Note } from '../../space/room.ts';
import type { Fold } from '../resource.ts';
import { resources } from '../resources.ts';
import { moved } from './moved.ts';

const folds = [moved, ...resources.flatMap(({ fold }) => fold ?? [])];

const foldOf = (event: SpaceEvent): Fold | undefined => folds.find((fold) => fold.isStep(event));

/** By the last note of a run: its line is made again only if the run begins earlier, because more of the past was loaded. */
const lines = new WeakMap<Note, Note>();

/** The entries, with consecutive notes that belong together as one. */
export function folded(entries: readonly Entry[]): Entry[] {
  const all: Entry[] = [];
  let run: Note[] = [];
  const end = (): void => {
    if (run.length > 0) all.push(lineOf(run));
    run = [];
  };
  for (const entry of entries) {
    if (run.length > 0 && !goesOn(run.at(-1)!, entry)) end();
    if (entry.kind === 'note' && foldOf(entry.event)) run.push(entry);
    else all.push(entry);
  }
  end();
  return all;
}

const goesOn = ({ event }: Note, next: Entry): boolean =>
  next.kind === 'note' && (foldOf(event)?.goesOn(event, next.event) ?? false);

function lineOf(run: readonly Note[]): Note {
  const [first, last] = [run[0]!, run.at(-1)!];
  if (first === last) return first;
  const known = lines.get(last);
  if (known?.sequence === first.sequence) return known;
  const line = { ...last, sequence: first.sequence, pieces: foldOf(last.event)!.piecesOf(run) };
  lines.set(last, line);
  return line;
}
