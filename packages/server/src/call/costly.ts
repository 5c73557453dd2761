import type { PipelineOptions, Request } from './request.ts';

/** A call that takes the store long: it counts as several requests of its client, which has few of them at a time. */
export async function costly<Result>(
  { spaceId, metadata }: Request,
  { admission: { searches, countCostly } }: PipelineOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const { credential, address = '' } = metadata;
  await countCostly({ credential, headers: {}, params: { spaceId } }, address);
  const sitter = { keyHash: credential!.hash, address };
  await searches.take(sitter);
  try {
    return await work();
  } finally {
    searches.leave(sitter);
  }
}
