import type { OperationName } from '@parley/core';
import type { StoredIn } from './batch.ts';

/** Where a call comes from. */
interface SpanOrigin {
  transport?: string | undefined;
  /** W3C Trace Context: the span of the caller. */
  traceparent?: string | undefined;
  tracestate?: string | undefined;
}

/** One call of an operation. Its attributes contain no ids of spaces or participants, and nothing that they wrote. */
export interface CallSpan {
  stored(batch: StoredIn): void;
  /** `code`: of the error, if it was refused. */
  end(outcome: { status: number; code?: string; isReplayed?: boolean }): void;
}

export interface Tracer {
  start(operation: OperationName, origin: SpanOrigin): CallSpan;
  /** Sends what it still has, if that is possible soon. */
  close(): Promise<void>;
}
