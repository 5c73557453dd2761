import type { Entry } from '../../space/room.ts';

const pauseMs = 5 * 60_000;
/** Pages are cut by sequence, so that they do not change when earlier entries are added. */
const sequencesOfPage = 32;

/** Lines that are drawn together, and only again if they change. */
export interface Page {
  readonly number: number;
  readonly entries: readonly Entry[];
  /** The last message and the last entry before them. */
  readonly messageBefore: Entry | undefined;
  readonly entryBefore: Entry | undefined;
}

export function pagesOf(entries: readonly Entry[]): Page[] {
  const pages: Page[] = [];
  let own: Entry[] = [];
  let [messageBefore, entryBefore]: (Entry | undefined)[] = [];
  for (const entry of entries) {
    const number = Math.floor(entry.sequence / sequencesOfPage);
    if (pages.at(-1)?.number !== number) pages.push({ number, entries: (own = []), messageBefore, entryBefore });
    own.push(entry);
    entryBefore = entry;
    if (entry.kind === 'message') messageBefore = entry;
  }
  return pages;
}

/** Entries never change; another one can take the place of one, such as a message without its text. */
export const isSamePage = (a: Page, b: Page): boolean =>
  a.entries.length === b.entries.length &&
  a.entries.every((entry, i) => entry === b.entries[i]) &&
  a.messageBefore === b.messageBefore &&
  a.entryBefore === b.entryBefore;

/** Whether a message is of the same sender as the line before, soon after it. */
export function goesOn(entry: Entry, before: Entry | undefined): boolean {
  if (entry.kind !== 'message' || before?.kind !== 'message') return false;
  const [one, other] = [before.message, entry.message];
  return (
    one.senderId === other.senderId &&
    Date.parse(other.timestamp) - Date.parse(one.timestamp) < pauseMs &&
    !startsDay(entry, before)
  );
}

/** Whether a message is of another day, where it is read, than the last message before. */
export function startsDay(entry: Entry, before: Entry | undefined): boolean {
  if (entry.kind !== 'message') return false;
  return before?.kind !== 'message' || dayOf(before.message.timestamp) !== dayOf(entry.message.timestamp);
}

const dayOf = (timestamp: string): string => new Date(timestamp).toDateString();
