import { ServiceError, type Caller } from '@parley/core';
import type { FileOf } from '../operations/define.ts';
import { Download } from '../present/download.ts';
import { look } from './look.ts';
import type { PipelineOptions, Request, Some } from './request.ts';

/** Seconds before the next try. */
const retryAfter = 5;
/** What a piece of it occupies in memory, at most about. */
const bytesAtATime = 4 * 1024 * 1024;

/** The file of a space; one at a time for each space, because it can be large. */
export async function file(request: Request, implementation: FileOf<Some>, options: PipelineOptions): Promise<Download> {
  const { input } = request;
  const { env, admission } = options;
  const { spaceId } = input;
  const { state, caller, head, now } = await look(request, options);
  const { participant } = caller as Extract<Caller, { kind: 'participant' }>;
  const assertAdmitted = async () => void (await look(request, options));
  const asked = { input, now, env, state, caller: participant as never, head, assertAdmitted };
  const content = implementation.open(asked);
  if (!(await admission.mayExport(spaceId))) {
    throw new ServiceError('rate_limited', 'This space is being exported already: one export at a time', { retryAfter });
  }
  let isReleased = false;
  const release = () => {
    if (!isReleased) admission.exported(spaceId);
    isReleased = true;
  };
  return new Download({ ...content, bytes: bytesAtATime, release });
}
