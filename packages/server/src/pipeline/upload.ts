import { assertMayAct, file, ServiceError, type Instant, type Participant, type SpaceState } from '@parley/core';
import { fingerprint } from '../auth/keys.ts';
import { claimedType } from '../operations/file-type.ts';
import type { Upload } from '../operations/define.ts';
import type { Decision, Latest } from '../space/decision.ts';
import { recordOf, responseOf, retryOf, type Retry } from '../space/replay.ts';
import type { Result } from '../space/turn.ts';
import type { IdempotencyRecord } from '../store/idempotency.ts';
import { UploadEnded } from '../store/file-bytes.ts';
import { givenUp } from '../upkeep/overdue-uploads.ts';
import { admitTo, look } from './look.ts';
import { receive, type Received } from './receive.ts';
import { answered, type Answered, type PipelineOptions, type Request, type Some } from './request.ts';

/** Characters of the event and of the row, about. */
const size = 2_000;

/**
 * Stores a file while its bytes arrive. A reservation, which nobody sees, keeps room for them; the file exists once all are stored. The
 * caller is admitted before the first byte is read, and again at the end.
 */
export async function upload(request: Request, implementation: Upload<Some>, options: PipelineOptions): Promise<Answered> {
  const { operation, input, asking } = request;
  const { admission, env, committer, now, findRecords, idempotencyTtlMs } = options;
  const { spaceId } = input;
  const { sent, credential, address = '' } = asking;
  const { caller } = await look(request, options);
  if (!sent) throw new ServiceError('invalid_request', 'The body of this operation is a file: upload it over REST');
  const claimed = claimedType(sent.type);
  const { fileBytes: most } = env.limits;
  file.assertSize(sent.length ?? 0, most);
  const retry = retryOf(operation, input, asking);
  const [earlier] = retry ? await findRecords(spaceId, [retry.scope]) : [];
  if (!earlier) assertMayAct(operation, caller);

  const seat = { keyHash: credential!.hash, address };
  await admission.uploads.take(seat);
  try {
    return await (earlier ? replayed(retry!, earlier, await receive(sent, { room: most, most })) : stored());
  } finally {
    admission.uploads.leave(seat);
  }

  async function stored(): Promise<Answered> {
    const fileId = env.mint.id();
    const reserved = await decided((asked) => {
      const begun = implementation.begin(asked, { fileId, claimedType: claimed, bytes: sent!.length });
      return { changes: { files: [begun] }, outcome: begun.bytes };
    });
    let isStored = false;
    try {
      const received = await receive(sent!, {
        room: (reserved as { outcome: number }).outcome,
        most,
        store: (chunk, bytes) => env.fileBytes.put({ spaceId, fileId }, chunk, bytes),
      });
      const result = await finished(fileId, received);
      isStored = 'outcome' in result;
      return 'outcome' in result ? answered(request, result.outcome) : replayed(retry!, result.replay, received);
    } catch (error) {
      if (!(error instanceof UploadEnded)) throw error;
      // Its space has ended, unless the upload took too long.
      await look(request, options);
      throw new ServiceError('unavailable', 'The upload took too long; try again', { retryAfter: 1 });
    } finally {
      // The sweep gives up what cannot be given up now.
      if (!isStored) void abandon(fileId).catch(() => {});
    }
  }

  interface Asked {
    input: typeof input;
    now: Instant;
    env: typeof env;
    state: SpaceState;
    caller: Participant;
    latest: Latest;
  }

  /** Decides for a caller who is admitted now. */
  function decided<Outcome>(
    decide: (asked: Asked) => Decision<Outcome>,
    once?: { scope: string; record(outcome: Outcome): IdempotencyRecord },
  ): Promise<Result<Outcome>> {
    return committer.write<Outcome>(
      spaceId,
      {
        admit: (state, at) => admitTo(operation, state, credential!, at),
        decide: (state, admitted, at, latest) => {
          assertMayAct(operation, admitted!);
          const { participant } = admitted as { participant: Participant };
          return decide({ input, now: at, env, state, caller: participant, latest });
        },
        ...(once && { record: once.record }),
        stored: asking.stored,
        size,
      },
      once?.scope,
    );
  }

  function finished(fileId: string, received: Received): Promise<Result<unknown>> {
    const own = retry && ofBytes(retry, received);
    return decided<unknown>(
      (asked) => implementation.finish(asked, fileId, received),
      own && { scope: own.scope, record: (outcome) => recordOf(own, answered(request, outcome), now() + idempotencyTtlMs) },
    );
  }

  function replayed(retry: Retry, record: IdempotencyRecord, received: Received): Answered {
    const { status, answer } = responseOf(ofBytes(retry, received), record);
    return answered(request, answer, { replayed: status });
  }

  /** A retry sends the same bytes. */
  function ofBytes(retry: Retry, { sha256 }: Received): Retry {
    return { ...retry, digest: fingerprint([retry.digest, sha256, claimed].join('\n')) };
  }

  async function abandon(fileId: string): Promise<void> {
    await committer.write(spaceId, {
      admit: () => undefined,
      decide: (state, _caller, at) => {
        const upload = file.abandon(state, fileId, at);
        return upload ? givenUp([upload]) : { outcome: undefined };
      },
      worksWhenFull: true,
      size,
    });
  }
}
