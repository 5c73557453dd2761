import type { Instant, OperationName } from '@parley/core';
import { nextEvent } from '../engine/stream/next.ts';
import { Quiet, type Read } from '../engine/operation.ts';
import { askedToTell, load } from './load.ts';
import type { PipelineOptions, Request } from './request.ts';

/** Reads again at each new event, while the answer has no news and the caller chose to wait. */
export async function read(request: Request, implementation: Read<OperationName>, options: PipelineOptions): Promise<unknown> {
  const { spaceId, metadata } = request;
  const { now, feed, admission } = options;
  let until: Instant | undefined;
  let canWait = true;
  for (;;) {
    const seen = await load(request, options);
    const { caller, head, rev: since } = seen;
    const asked = askedToTell(request, seen, options);
    const found: unknown = await implementation.answer(asked instanceof Promise ? await asked : asked, head);
    if (!(found instanceof Quiet)) return found;
    const ms = (until ??= now() + found.waitMs) - now();
    const signal = ms > 0 ? metadata.whenGone?.() : undefined;
    if (ms <= 0 || !canWait || feed.closed || signal?.aborted || caller.kind !== 'participant') return found.answer;
    const { hash: keyHash } = metadata.credential!;
    const wait = {
      spaceId,
      viewer: caller.participant,
      keyHash,
      address: metadata.address ?? '',
      since,
      after: head.sequence,
      event: found.event,
      ms,
      signal,
    };
    canWait = await admission.workload.aside(() => nextEvent(feed, wait));
  }
}
