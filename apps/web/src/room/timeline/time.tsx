const clock = new Intl.DateTimeFormat([], { timeStyle: 'short' });
const exact = new Intl.DateTimeFormat([], { dateStyle: 'full', timeStyle: 'medium' });

/** When a line was said: what is not beside its name shows while it is pointed at or has the focus. */
export function Time({ timestamp }: { timestamp: string }) {
  const at = new Date(timestamp);
  return (
    <time class="at" dateTime={timestamp} title={exact.format(at)}>
      {clock.format(at)}
    </time>
  );
}
