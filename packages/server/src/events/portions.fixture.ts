import type { EventPage, EventRow, Portion } from '../store/events.ts';

/** What the database answers when it has these rows from the place on. */
export function pageOf(rows: readonly EventRow[], { events, bytes }: Portion): EventPage {
  let size = 0;
  let end = 0;
  while (end < Math.min(events, rows.length) && (end === 0 || size + rows[end]!.body.length < bytes)) {
    size += rows[end++]!.body.length;
  }
  return { rows: rows.slice(0, end), hasMore: end < rows.length };
}
