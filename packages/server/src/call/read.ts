import type { Instant, OperationName } from '@parley/core';
import { nextEvent } from '../engine/stream/next.ts';
import { Quiet, type Read } from '../engine/operation.ts';
import { askedToTell, look } from './load.ts';
import type { PipelineOptions, Request } from './request.ts';

/** Reads again at each new event, while the answer has no news and the caller chose to wait. */
export async function read(request: Request, implementation: Read<OperationName>, options: PipelineOptions): Promise<unknown> {
  const { spaceId, asking } = request;
  const { now, feed, admission } = options;
  let until: Instant | undefined;
  let canWait = true;
  for (;;) {
    const seen = await look(request, options);
    const { caller, head, rev: since } = seen;
    const asked = askedToTell(request, seen, options);
    const looked: unknown = await implementation.look(asked instanceof Promise ? await asked : asked, head);
    if (!(looked instanceof Quiet)) return looked;
    const ms = (until ??= now() + looked.waitMs) - now();
    const signal = ms > 0 ? asking.whenGone?.() : undefined;
    if (ms <= 0 || !canWait || feed.closed || signal?.aborted || caller.kind !== 'participant') return looked.answer;
    const { hash: keyHash } = asking.credential!;
    const wait = {
      spaceId,
      viewer: caller.participant,
      keyHash,
      address: asking.address ?? '',
      since,
      after: head.sequence,
      event: looked.event,
      ms,
      signal,
    };
    canWait = await admission.workload.aside(() => nextEvent(feed, wait));
  }
}
