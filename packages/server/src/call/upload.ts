import { assertMayAct, file, ServiceError, type OperationName, type StoredFile } from '@parley/core';
import { stranger } from '../engine/visitor.ts';
import { fingerprint } from '../engine/keys/keys.ts';
import { claimedType } from '../resources/files/type.ts';
import type { Received, Write } from '../engine/operation.ts';
import type { Retry } from '../engine/write/replay.ts';
import { UploadEnded } from '../resources/files/bytes.ts';
import { givenUp } from '../resources/files/overdue.ts';
import { admitTo, callerFor, load } from './load.ts';
import { receive } from './receive.ts';
import type { Answered, PipelineOptions, Request } from './request.ts';

type Reserve = NonNullable<Write<OperationName>['reserve']>;
type Store = (received: Received, retry: Retry | undefined) => Promise<Answered>;

/**
 * The stage of a write in which the bytes of a file arrive. A reservation, which nobody sees, keeps room for them; the file exists once
 * all are stored. The caller is admitted before the first byte is read, and again by the write.
 *
 * @param store - The write. Its retry is one that sends the same bytes.
 */
export async function upload(
  request: Request,
  reserve: Reserve,
  options: PipelineOptions,
  retry: Retry | undefined,
  store: Store,
): Promise<Answered> {
  const { operation, spaceId, metadata } = request;
  const { admission, env, findRecords } = options;
  const { sent, credential, address = '' } = metadata;
  const { caller, state } = await load(request, options);
  if (!sent) throw new ServiceError('invalid_request', 'The body of this operation is a file: upload it over REST');
  const claimed = claimedType(sent.type);
  const { fileBytes: most } = env.limits;
  file.assertSize(sent.length ?? 0, most);
  const [earlier] = retry ? await findRecords(spaceId, [retry.scope]) : [];
  if (!earlier) assertMayAct(operation, caller, state.space, request.input);
  const fileId = env.mint.id();
  const stored = async (room: number, put?: (chunk: number, bytes: Buffer) => Promise<void>): Promise<Answered> => {
    const received = await receive(sent, { room, most, store: put });
    const ofBytes = retry && { ...retry, request: [fingerprint(retry.request), received.sha256, claimed].join('\n') };
    return store({ fileId, ...received }, ofBytes);
  };

  const seat = { keyHash: credential!.hash, address };
  await admission.uploads.take(seat);
  try {
    // The bytes of a retry are only compared.
    return await admission.workload.aside(() => (earlier ? stored(most) : reserved()));
  } finally {
    admission.uploads.leave(seat);
  }

  async function reserved(): Promise<Answered> {
    const { bytes } = await reservation(request, reserve, options, { fileId, claimedType: claimed, bytes: sent!.length });
    let isStored = false;
    try {
      const answer = await stored(bytes, (chunk, piece) => env.fileBytes.put({ spaceId, fileId }, chunk, piece));
      isStored = !answer.replayed;
      return answer;
    } catch (error) {
      if (!(error instanceof UploadEnded)) throw error;
      // Its space has ended, unless the upload took too long.
      await load(request, options);
      throw new ServiceError('unavailable', 'The upload took too long; try again', { retryAfter: 1 });
    } finally {
      // The sweep gives up what cannot be given up now.
      if (!isStored) void abandon(spaceId, fileId, options).catch(() => {});
    }
  }
}

/** Characters of a row, about. */
const size = 1_000;

async function reservation(
  { operation, input, spaceId, metadata }: Request,
  reserve: Reserve,
  { committer, env }: PipelineOptions,
  upload: Parameters<Reserve>[1],
): Promise<StoredFile> {
  const result = await committer.write<StoredFile>(spaceId, {
    admit: (state, at) => admitTo(operation, state, metadata.credential!, at),
    decide: (state, caller, at, latest) => {
      assertMayAct(operation, caller!, state.space, input);
      const asked = { input, now: at, env, state, caller: callerFor(operation, caller!), ...stranger, latest };
      const begun = reserve(asked, upload);
      return { changes: { files: [begun] }, outcome: begun };
    },
    stored: metadata.stored,
    size,
  });
  return (result as { outcome: StoredFile }).outcome;
}

async function abandon(spaceId: string, fileId: string, { committer }: PipelineOptions): Promise<void> {
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
