import type { Caller, OperationName } from '@parley/core';
import type { Following } from '../engine/stream/follow.ts';
import type { Follow } from '../engine/operation.ts';
import { load } from './load.ts';
import type { PipelineOptions, Request } from './request.ts';

/** Permits a caller to follow a space; the transport decides how. */
export async function follow(
  request: Request,
  implementation: Follow<OperationName>,
  options: PipelineOptions,
): Promise<Following> {
  const { input, spaceId, metadata } = request;
  const { rev: since, caller } = await load(request, options);
  const { participant } = caller as Extract<Caller, { kind: 'participant' }>;
  return {
    spaceId,
    viewer: participant,
    keyHash: participant.keyHash,
    address: metadata.address ?? '',
    transport: metadata.transport ?? 'rest',
    since,
    from: implementation.from(input),
  };
}
