import { file, ServiceError, space } from '@parley/core';
import { credentialOf } from '../auth/keys.ts';
import type { StoredFileOf } from '../operations/define.ts';
import { notCarried } from '../present/download.ts';
import { StoredDownload } from '../present/stored-download.ts';
import { look, presentOf } from './look.ts';
import type { PipelineOptions, Request, Some } from './request.ts';

/** A file of a space, for whoever has a key. */
export async function storedFile(
  request: Request,
  { find }: StoredFileOf<Some>,
  options: PipelineOptions,
): Promise<StoredDownload> {
  const { spaceId } = request.input;
  const { state } = await look(request, options);
  const assertAdmitted = async () => void find((await look(request, options)).state, request.input);
  return new StoredDownload(find(state, request.input), { spaceId, stored: options.env.fileBytes, assertAdmitted });
}

/** A file of a space, for whoever has a link, which is used up. */
export async function linkedFile({ input, asking }: Request, options: PipelineOptions): Promise<StoredDownload> {
  const { env, now } = options;
  const { spaceId, fileId, token } = input as unknown as { spaceId: string; fileId: string; token: string };
  const present = async () => {
    const { state } = (await presentOf(spaceId, options)) ?? {};
    if (!state) throw new ServiceError('space_not_found', 'There is no such space');
    if (space.isOver(state.space, now())) throw file.linkGone();
    return state;
  };
  const state = await present();
  const { hash } = credentialOf(token);
  const link = await env.files.findLink({ spaceId, fileId }, hash);
  const found = file.linked(state, link, now());
  // What is refused now does not use the link up.
  if (!asking.takeRoom) throw notCarried();
  asking.takeRoom(found.bytes);
  if (!(await env.files.takeLink(spaceId, hash))) throw file.linkGone();
  const assertAdmitted = async () => void file.linked(await present(), link, 0);
  return new StoredDownload(found, { spaceId, stored: env.fileBytes, assertAdmitted });
}
