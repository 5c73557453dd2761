import { counted } from '@parley/core/words';
import type { Entry } from '../../space/room.ts';

type Note = Extract<Entry, { kind: 'note' }>;

/** What belongs to writing. Anything else that happens to an artifact has a line of its own. */
const steps: readonly string[] = ['locked', 'updated', 'unlocked', 'lock-expired'];

/** A run that ends with a note never begins elsewhere, so its line is made once. */
const lines = new WeakMap<Note, Note>();

/** Somebody who writes locks an artifact, changes it several times and unlocks it: consecutive notes of this are one line. */
export function folded(entries: readonly Entry[]): Entry[] {
  const all: Entry[] = [];
  let run: Note[] = [];
  const end = (): void => {
    if (run.length > 0) all.push(lineOf(run));
    run = [];
  };
  for (const entry of entries) {
    if (run.length > 0 && !goesOn(run.at(-1)!, entry)) end();
    if (isStep(entry)) run.push(entry);
    else all.push(entry);
  }
  end();
  return all;
}

const isStep = (entry: Entry): entry is Note => entry.kind === 'note' && steps.includes(entry.act?.action ?? '');

const goesOn = ({ act }: Note, next: Entry): boolean =>
  isStep(next) && next.act!.actorId === act!.actorId && next.act!.artifact.id === act!.artifact.id;

function lineOf(run: readonly Note[]): Note {
  const [first, last] = [run[0]!, run.at(-1)!];
  if (first === last) return first;
  const known = lines.get(last);
  if (known?.sequence === first.sequence) return known;
  const line = { ...last, sequence: first.sequence, pieces: piecesOf(run) };
  lines.set(last, line);
  return line;
}

function piecesOf(run: readonly Note[]): Note['pieces'] {
  const changes = run.filter(({ act }) => act!.action === 'updated');
  const { pieces, act } = changes.at(-1) ?? run.at(-1)!;
  if (changes.length < 2) return pieces;
  const { artifact, actorId } = act!;
  return [
    { participantId: actorId },
    ' changed “',
    { name: artifact.name },
    `” ${counted(changes.length, 'time')} (version ${artifact.version})`,
  ];
}
