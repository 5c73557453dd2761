import type { EventPage, EventRow, Portion } from '../store/events.ts';

/** What the database answers if these rows follow the position. */
export function pageOf(rows: readonly EventRow[], { events, bytes }: Portion): EventPage {
  const read: EventRow[] = [];
  let through = 0;
  for (const row of rows.slice(0, events + 1)) {
    if (through >= bytes) break;
    read.push(row);
    through += row.body.length;
  }
  const isCut = read.length > events || through >= bytes;
  return { rows: isCut && read.length > 1 ? read.slice(0, -1) : read, hasMore: isCut };
}
