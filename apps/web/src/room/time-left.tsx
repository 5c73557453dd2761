import { useNow } from './now.ts';

const clockOf = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** A countdown in minutes and seconds. */
export function TimeLeft({ until }: { until: number }) {
  const now = useNow(1_000);
  return <span class="time-left">{clockOf(Math.max(0, Math.round((until - now) / 1_000)))}</span>;
}
