import { roughly } from '../../text/roughly.ts';
import { useNow } from '../now.ts';
import { TimeLeft } from '../time-left.tsx';

const clockMs = 3_600_000;
const everyMs = 30_000;

/** How long a decision is open: roughly, and in its last hour by the clock. */
export function Left({ until }: { until: string }) {
  const end = Date.parse(until);
  const now = useNow(everyMs);
  return <>{end - now > clockMs ? roughly((end - now) / 1_000) : <TimeLeft until={end} />} left</>;
}
