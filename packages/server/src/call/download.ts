import { ServiceError, type OperationName } from '@parley/core';
import type { DownloadOf, FileContent } from '../engine/operation.ts';
import { Download, notCarried } from '../engine/present/download.ts';
import { callerFor, load, noSpace, presentOf } from './load.ts';
import type { PipelineOptions, Request } from './request.ts';

/** Seconds before the next try. */
const retryAfter = 5;
/** What a piece of a file that is made occupies in memory, at most about. */
const bytesAtATime = 4 * 1024 * 1024;

/** Answers with a file. The operation looks at the space again while the file is sent. */
export function download(
  request: Request,
  implementation: DownloadOf<OperationName>,
  options: PipelineOptions,
): Promise<Download> {
  const { operation, input, spaceId, metadata } = request;
  const { env, now, admission } = options;

  async function admitted() {
    const { state, head, caller } = await load(request, options);
    return { state, head, caller: callerFor(operation, caller) };
  }

  async function present() {
    const found = await presentOf(spaceId, options);
    if (!found) throw noSpace();
    return { state: found.state, now: now() };
  }

  async function alone(content: FileContent): Promise<Download> {
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

  function takeRoom(bytes: number): void {
    if (!metadata.takeRoom) throw notCarried();
    metadata.takeRoom(bytes);
  }

  return implementation.open({ input, now: now(), env, load: admitted, present, alone, takeRoom });
}
