import type { SpaceCalls } from '../../calls.ts';
import { retriable, waitMs } from '../../http.ts';
import { anyOf, pause, within } from '../../time.ts';
import { awaited, noticed } from '../deliveries/awaited.ts';
import type { DecisionView } from './types.ts';

/**
 * How long to wait for the outcome of a decision.
 * @see docs/sdk.md#decisions
 */
export interface OutcomeOptions {
  /** Milliseconds to wait; no limit by default. */
  timeoutMs?: number | undefined;
  /** Ends the wait. The decision stays open. */
  signal?: AbortSignal | undefined;
}

/** Other events may not arrive: polling yields messages only. */
const checkMs = 10_000;

/** Waits until a decision has ended, across lost connections and restarts of the service. */
export const endOf = (
  space: SpaceCalls,
  decisionId: string,
  { timeoutMs = Infinity, signal }: OutcomeOptions,
): Promise<DecisionView> =>
  within(timeoutMs, async (late) => {
    const over = new AbortController();
    const until = anyOf(signal, late, over.signal);
    const read = () => space.call('getDecision', { decisionId }, { signal: until, maxRetries: Infinity });
    awaited.add(decisionId);
    try {
      until.throwIfAborted();
      const first = await read();
      if (first.state !== 'open') return first;
      return await Promise.race([heard(space, first, read, until), checked(read, until)]);
    } finally {
      over.abort();
      awaited.delete(decisionId);
    }
  });

type Reading = () => Promise<DecisionView>;

/** The events since it was opened, so that an end which came before is not missed. Its end is a message too, to who opened it. */
async function heard(space: SpaceCalls, { decisionId, sequence, openedBy }: DecisionView, read: Reading, signal: AbortSignal) {
  for (let tries = 0; ; tries += 1) {
    try {
      for await (const { type, data } of space.events({ after: sequence, signal })) {
        if ((type !== 'message' && type !== 'decision') || data.decisionId !== decisionId) continue;
        if (type === 'decision' && data.state === 'open') continue;
        const decision = await read();
        if (decision.state === 'open') continue;
        if (type === 'message' && space.participantId === openedBy) await noticed(space, data, signal);
        return decision;
      }
      signal.throwIfAborted();
      // The space has ended, so the key works no longer.
      return await read();
    } catch (error) {
      // The service was reached before, so a first connection that fails is an outage.
      if (signal.aborted || !retriable(error)) throw error;
      await pause(waitMs(error, tries), signal);
    }
  }
}

async function checked(read: Reading, signal: AbortSignal): Promise<DecisionView> {
  for (;;) {
    await pause(checkMs * (0.5 + Math.random() / 2), signal);
    const decision = await read();
    if (decision.state !== 'open') return decision;
  }
}
