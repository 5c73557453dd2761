import type { OperationName } from '@parley/core';
import { retrierOf } from '../account/identity.ts';
import type { OfUser } from '../engine/operation.ts';
import { recordOf, responseOf, retryOf } from '../engine/write/replay.ts';
import { presentOf } from './load.ts';
import { answered, type Answered, type PipelineOptions, type Request } from './request.ts';

/** Users write outside spaces: one statement stores the record and the effect, and a concurrent retry finds the record. */
export async function ofUser(
  request: Request,
  implementation: OfUser<OperationName>,
  options: PipelineOptions,
): Promise<Answered> {
  const { operation, input, metadata } = request;
  const { identity, env, now, idempotencyTtlMs, secret, findRecords } = options;
  const user = operation.auth === 'identity' ? await identity.either(metadata) : await identity.session(metadata);
  request.userId = user.userId;
  const { idempotencyKey } = metadata;
  const retry = operation.isIdempotent
    ? retryOf(operation, input, { credential: retrierOf(secret, user.userId), idempotencyKey })
    : undefined;
  const earlier = async (): Promise<Answered | undefined> => {
    const [record] = retry ? await findRecords(user.userId, [retry.scope]) : [];
    if (!record) return undefined;
    const { answer, status } = responseOf(retry!, record);
    return answered(request, answer, { replayed: status });
  };
  let replay = await earlier();
  if (replay) return replay;
  const once: Parameters<OfUser<OperationName>['answer']>[0]['once'] = async (answer, store) => {
    const record = retry && recordOf(retry, answered(request, answer), now() + idempotencyTtlMs);
    if (!(await store(record))) replay = await earlier();
    return answer;
  };
  const stateOf = async (spaceId: string) => (await presentOf(spaceId, options))?.state;
  const answer = await implementation.answer({ input, now: now(), env, user, once, stateOf });
  return replay ?? answered(request, answer);
}
