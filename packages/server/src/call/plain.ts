import { stranger } from '../engine/visitor.ts';
import type { OperationName } from '@parley/core';
import type { Plain } from '../engine/operation.ts';
import type { Creation } from '../engine/store/commit.ts';
import { answered, type Answered, type PipelineOptions, type Request } from './request.ts';

/** An operation that needs no key. What it creates counts for the address of a caller who shows no user token either. */
export async function plain(
  request: Request,
  implementation: Plain<OperationName>,
  { identity, admission, committer, env, now }: PipelineOptions,
): Promise<Answered> {
  const { operation, input, metadata } = request;
  const { ip = '', address = '' } = metadata;
  const { link } = operation.linksUser ? await identity.visitor(metadata, operation) : stranger;
  if (operation.makes && !link) await admission.assertMayMake(operation.makes, address);
  const create = (creation: Creation) => committer.create(creation);
  return answered(request, await implementation.answer({ input, now: now(), env, ip, link, create }));
}
