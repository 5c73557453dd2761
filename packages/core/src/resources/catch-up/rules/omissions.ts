import { maxPageSize } from '../../../kernel/limits.ts';
import type { Material, Omission, ReadMessage } from './material.ts';

type KnownRange = Pick<Material, 'after' | 'messages' | 'unread'>;

/** Messages that follow each other, of which none is shown, or, once runs were joined, not all are. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly omitted: number;
}

/** The ranges of the messages that are not shown, oldest first and at most `most`. */
export function omittedMessages(known: KnownRange, isShown: (message: ReadMessage) => boolean, most: number): Omission[] {
  const runs = runsOf(known, isShown);
  while (runs.length > most) joinNearest(runs);
  return runs.map((run) => omission(run, known));
}

function runsOf(
  { after, messages, unread: { messages: unread } }: KnownRange,
  isShown: (message: ReadMessage) => boolean,
): Run[] {
  const before = unread?.before ?? 0;
  const runs: Run[] = [];
  if (unread) {
    const shown = messages.filter((each) => each.sequence < before && isShown(each)).length;
    const omitted = unread.count - shown;
    if (omitted > 0 || unread.hasMore) runs.push({ from: after + 1, to: before - 1, omitted });
  }
  let isOpen = runs.length > 0;
  for (const message of messages) {
    const { sequence } = message;
    if (sequence < before) continue;
    if (isShown(message)) isOpen = false;
    else if (isOpen) runs.push(joined(runs.pop()!, { from: sequence, to: sequence, omitted: 1 }));
    else {
      runs.push({ from: sequence, to: sequence, omitted: 1 });
      isOpen = true;
    }
  }
  return runs;
}

const joined = (one: Run, next: Run): Run => ({ from: one.from, to: next.to, omitted: one.omitted + next.omitted });

/** Joins the two runs with the fewest events between them. */
function joinNearest(runs: Run[]): void {
  let nearest = 0;
  const gap = (i: number) => runs[i + 1]!.from - runs[i]!.to;
  for (let i = 1; i < runs.length - 1; i += 1) if (gap(i) < gap(nearest)) nearest = i;
  runs.splice(nearest, 2, joined(runs[nearest]!, runs[nearest + 1]!));
}

function omission({ from, to, omitted }: Run, { messages, unread: { messages: unread } }: KnownRange): Omission {
  const isUnread = unread !== undefined && from < unread.before;
  const read = messages.filter(({ sequence }) => sequence >= Math.max(from, isUnread ? unread.before : 0) && sequence <= to);
  const all = read.length + (isUnread ? unread.count : 0);
  return {
    from,
    to,
    messages: omitted,
    ...(isUnread && unread.hasMore && { hasMore: true as const }),
    reason: 'messages',
    call: `listMessages?after=${from - 1}&limit=${Math.min(all, maxPageSize)}`,
  };
}

/** What is omitted of the changes of artifacts, proposals and participants. */
export const omittedChanges = (from: number, to: number): Omission => ({
  from,
  to,
  messages: 0,
  reason: 'changes',
  call: `streamMessages?lastEventId=${from - 1}`,
});

/** An omission that takes as many bytes as any in a space with this head. */
export const longestOmission = (head: number): Omission => ({
  from: head,
  to: head,
  messages: maxPageSize * 10,
  hasMore: true,
  reason: 'messages',
  call: `listMessages?after=${head}&limit=${maxPageSize}`,
});
