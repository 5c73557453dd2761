/** An instant in local time; for any day but today, after the date. */
export function localTime(instant: Date | string, now = new Date()): string {
  const at = new Date(instant);
  return at.toDateString() === now.toDateString() ? at.toTimeString().slice(0, 8) : at.toLocaleString('sv');
}

/** A text of the service with its instants, which are in UTC, in local time. */
export const inLocalTime = (text: string): string =>
  text.replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z(?!\w)/g, (instant) => localTime(instant));
