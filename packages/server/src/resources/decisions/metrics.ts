import type { Decision, Facts } from '@parley/core';
import type { Meter } from '../../engine/observe/meter.ts';

interface Measuring {
  meter: Meter;
  find(spaceId: string, decisionId: string): Promise<Decision | undefined>;
}

/** Counts a decision that was opened, and measures one that has ended. Only its row knows when it was opened. */
export async function measured(
  spaceId: string,
  { action, decisionId }: Facts['decision'],
  { meter, find }: Measuring,
): Promise<void> {
  if (action === 'opened') meter.count('parley_decisions_opened_total');
  if (action !== 'ended') return;
  const found = await find(spaceId, decisionId);
  if (!found?.end) return;
  const { createdAt, end } = found;
  meter.observe('parley_decision_duration_seconds', (end.at - createdAt) / 1000, end.state);
}
