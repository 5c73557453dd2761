const full = new Intl.DateTimeFormat([], { dateStyle: 'medium', timeStyle: 'short' });
const clock = new Intl.DateTimeFormat([], { timeStyle: 'short' });

/** When something happened, as briefly as it can be said. */
export function When({ at }: { at: string | number }) {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  return (
    <time dateTime={date.toISOString()} title={full.format(date)}>
      {(isToday ? clock : full).format(date)}
    </time>
  );
}
