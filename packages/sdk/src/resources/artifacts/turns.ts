import { within } from '../../time.ts';

/** The work on one artifact that has not ended. */
interface Turns {
  alone: Promise<unknown>;
  shared: Promise<unknown>;
}

/** Whether work has its turn alone, or together with other work that shares it. */
type Kind = keyof Turns;

/** The holder of a lock can take it again, so work under it must wait for that of the same holder; its ids are those of artifacts. */
const turns = new WeakMap<object, Map<string, Turns>>();

/**
 * Works on an artifact when it is its turn.
 * @param owner - Whose turns they are: the space, with its key.
 * @param waitMs - Milliseconds to wait for the turn.
 * @throws {TimeoutError} when the turn does not come in time.
 * @throws whatever `work` throws.
 */
export function inTurn<T>(owner: object, id: string, kind: Kind, waitMs: number, work: () => Promise<T>): Promise<T> {
  const queue = turns.get(owner) ?? new Map<string, Turns>();
  turns.set(owner, queue);
  const { alone, shared } = queue.get(id) ?? { alone: Promise.resolve(), shared: Promise.resolve() };
  const earlier = kind === 'alone' ? ended(alone, shared) : alone;
  const turn = within(waitMs, () => earlier).then(work);
  const next =
    kind === 'alone' ? { alone: ended(earlier, turn), shared: Promise.resolve() } : { alone, shared: ended(shared, turn) };
  queue.set(id, next);
  return turn;
}

/** Keeps no result in memory, only the end of the work. */
const ended = (...work: readonly Promise<unknown>[]): Promise<void> => Promise.allSettled(work).then(() => {});
