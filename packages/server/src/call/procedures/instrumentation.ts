import { statusOf } from '@parley/core';
import type { OperationName } from '@parley/core';
import type { Meter } from '../../engine/observe/meter.ts';
import type { Answered } from '../request.ts';
import type { Tracer } from '../../engine/observe/tracer.ts';
import type { CallMetadata } from '../metadata.ts';
import { serviceErrorOf } from '../refusal.ts';

/** Sees each call of an operation, over any transport. */
export interface Watch {
  /** A call was refused before it ran. */
  refused(name: OperationName, error: unknown): void;
  run(name: OperationName, metadata: CallMetadata, run: (metadata: CallMetadata) => Promise<Answered>): Promise<Answered>;
}

/** Counts refusals, and makes a span of each call; undefined if nobody wants to know. */
export function watchWith(meter: Meter, tracer: Tracer | undefined): Watch | undefined {
  if (!meter.isOn && !tracer) return undefined;

  function refused(name: OperationName, error: unknown): { status: number; code: string } {
    const refusal = serviceErrorOf(error);
    const { code } = refusal;
    const status = statusOf(refusal);
    meter.count('parley_refusals_total', code);
    if (code === 'locked') meter.count('parley_lock_conflicts_total', name);
    return { status, code };
  }

  return {
    refused,
    async run(name, metadata, run) {
      const span = tracer?.start(name, metadata);
      try {
        const answered = await run(span ? { ...metadata, stored: span.stored } : metadata);
        span?.end({ status: answered.status, isReplayed: answered.replayed });
        return answered;
      } catch (error) {
        const outcome = refused(name, error);
        span?.end(outcome);
        throw error;
      }
    },
  };
}
